/* long double keeps more than double, and which thread comes first shows. */
#include <assert.h>
#include <pthread.h>

static long double sum = 1.0L;
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
  assert(sum == 6.0L || sum == 6.5L);
  const long double third = 1.0L / 3;
  assert(third != (long double)(double)third && (int)(third * 3 + 0.25L) == 1);
}
