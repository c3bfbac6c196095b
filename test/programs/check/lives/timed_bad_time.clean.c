// A time that is none is an error, where there is something to wait for.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
int main(void) {
  struct timespec bad = {0, 1000000000};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  assert(pthread_mutex_timedlock(&mutex, &bad) == 0);
  assert(pthread_cond_timedwait(&condition, &mutex, &bad) == EINVAL);
  pthread_mutex_unlock(&mutex);
  assert(sem_timedwait(&semaphore, &bad) == -1 && errno == EINVAL);
  sem_destroy(&semaphore);
}
