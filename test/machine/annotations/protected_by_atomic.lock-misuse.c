/* An atomic block does not take the lock. (also: data-race) */
#include <heddle/annotate.h>
#include <pthread.h>
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static int x;
HEDDLE_PROTECTED_BY(x, mx);
static void *worker(void *p) {
  pthread_mutex_lock(&mx);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&mx);
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  heddle_atomic { x = 3; }
  pthread_join(id, 0);
}
