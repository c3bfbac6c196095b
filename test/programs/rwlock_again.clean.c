// SPDX-License-Identifier: Apache-2.0
// A thread that holds a readers-writer lock exclusively and asks again is refused, not stopped.
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_wrlock(&lock);
  if (pthread_rwlock_wrlock(&lock) != EDEADLK || pthread_rwlock_rdlock(&lock) != EDEADLK) return 1;
  return pthread_rwlock_unlock(&lock);
}
