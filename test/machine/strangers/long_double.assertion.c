/* One of the two orders gives less. */
#include <assert.h>
#include <pthread.h>

static long double sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  sum = sum * 2.0L + 0.5L * (long)argument;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, (void *)1);
  pthread_create(&two, 0, worker, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(sum > 2.25L);
}
