/* In an atomic block a lock is wanted whose holder stands before an atomic block. */
#include <pthread.h>
#include <heddle/annotate.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *inside(void *unused) {
  heddle_atomic {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, inside, 0);
  pthread_mutex_lock(&lock);
  heddle_atomic {}
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
}
