/* The same, sure that nothing takes that long. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done_changed = PTHREAD_COND_INITIALIZER;
static sem_t permits;
static int done;

static struct timespec soon(void) {
  struct timespec when = {.tv_sec = 1, .tv_nsec = 500};
  return when;
}
static void *waiter(void *unused) {
  struct timespec when = soon();
  pthread_mutex_lock(&lock);
  int error = 0;
  while (!done && error != ETIMEDOUT) error = pthread_cond_timedwait(&done_changed, &lock, &when);
  assert(done);
  pthread_mutex_unlock(&lock);
  if (sem_timedwait(&permits, &when) == 0) {
    int left;
    sem_getvalue(&permits, &left);
    assert(left >= 0);
    sem_post(&permits);
  }
  return unused;
}
int main(void) {
  pthread_t id;
  sem_init(&permits, 0, 1);
  pthread_create(&id, 0, waiter, 0);
  usleep(10);
  sched_yield();
  struct timespec rest = {0, 1000};
  nanosleep(&rest, NULL);
  if (pthread_mutex_trylock(&lock) == EBUSY) pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(&done_changed);
  pthread_mutex_unlock(&lock);
  if (sem_trywait(&permits) == 0) sem_post(&permits);
  pthread_join(id, 0);
  struct timespec when = soon();
  assert(pthread_mutex_timedlock(&lock, &when) == 0);
  pthread_mutex_unlock(&lock);
  sem_destroy(&permits);
}
