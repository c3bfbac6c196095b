// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
int main(void) {
  pthread_mutexattr_t a; pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&a, 10);
  pthread_mutex_t m; assert(pthread_mutex_init(&m, &a) == 0);
  int r = pthread_mutex_lock(&m);
  assert(r == 0); /* glibc: a SCHED_OTHER thread cannot be raised: EINVAL or EPERM */
  pthread_mutex_unlock(&m);
  return 0;
}
