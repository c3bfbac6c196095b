// What glibc returns to a thread that has the lock already.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_rwlock_t rwlock;
  pthread_rwlock_init(&rwlock, 0);
  assert(pthread_rwlock_wrlock(&rwlock) == 0);
  assert(pthread_rwlock_wrlock(&rwlock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&rwlock) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
  assert(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  assert(pthread_rwlock_rdlock(&rwlock) == 0);
  assert(pthread_rwlock_tryrdlock(&rwlock) == 0);
  assert(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  assert(pthread_rwlock_unlock(&rwlock) == 0);
  pthread_rwlock_destroy(&rwlock);
}
