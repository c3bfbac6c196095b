/* Re-entrant locks, error-checking locks, try-locks with back-off, spin locks. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t re, checked, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static int depth_seen, shared, both;
static void enter(int depth) {
  pthread_mutex_lock(&re);
  if (depth > 0) enter(depth - 1);
  else depth_seen++;
  pthread_mutex_unlock(&re);
}
/* Takes both in either order without a deadlock. */
static void take_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  both++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *worker(void *unused) {
  enter(2);
  assert(pthread_mutex_lock(&checked) == 0);
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_unlock(&checked) == 0);
  pthread_spin_lock(&spin);
  shared++;
  pthread_spin_unlock(&spin);
  take_both(&b, &a);
  return unused;
}
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&re, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  enter(1);
  pthread_spin_lock(&spin);
  shared++;
  pthread_spin_unlock(&spin);
  take_both(&a, &b);
  pthread_join(t, 0);
  assert(depth_seen == 2 && shared == 2 && both == 2);
  assert(pthread_mutex_unlock(&checked) == EPERM);
}
