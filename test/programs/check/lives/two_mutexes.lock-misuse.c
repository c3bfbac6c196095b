// Two threads wait for one condition with two mutexes.
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void* work(void* mutex) {
  pthread_mutex_lock(mutex);
  pthread_cond_wait(&condition, mutex);
  pthread_mutex_unlock(mutex);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, &one);
  pthread_create(&b, 0, work, &two);
  pthread_cond_broadcast(&condition);
  pthread_exit(0);
}
