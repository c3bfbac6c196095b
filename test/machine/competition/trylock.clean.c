// Try-locks, timed locks, error-checking locks and semaphores, as manuals use them.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <sys/time.h>
static pthread_mutex_t m, n;
static sem_t items;
static int got;
static void *consumer(void *arg) {
  sem_wait(&items);
  if (pthread_mutex_trylock(&m) == 0) {
    got++;
    pthread_mutex_unlock(&m);
  } else {
    struct timespec until = {.tv_sec = 1};
    if (pthread_mutex_timedlock(&m, &until) == 0) {
      got++;
      pthread_mutex_unlock(&m);
    }
  }
  return 0;
}
int main(void) {
  pthread_t t1, t2;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&n, &attr);
  pthread_mutex_init(&m, NULL);
  assert(pthread_mutex_lock(&n) == 0 && pthread_mutex_lock(&n) == EDEADLK);
  assert(pthread_mutex_unlock(&n) == 0 && pthread_mutex_unlock(&n) == EPERM);
  sem_init(&items, 0, 0);
  pthread_create(&t1, 0, consumer, 0);
  pthread_create(&t2, 0, consumer, 0);
  sem_post(&items);
  sem_post(&items);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  int left = -1;
  sem_getvalue(&items, &left);
  printf("%d %d\n", got, left);
  assert(left == 0 && got <= 2);
  sem_destroy(&items);
  return 0;
}
