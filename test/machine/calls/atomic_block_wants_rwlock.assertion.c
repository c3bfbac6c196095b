// SPDX-License-Identifier: Apache-2.0
// The same with a readers-writer lock.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int y;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static void* T0(void* u) {
  (void)u;
  heddle_atomic {
    y = 1;
    pthread_rwlock_wrlock(&r);
    pthread_rwlock_unlock(&r);
    y = 2;
  }
  return 0;
}
static void* T1(void* u) {
  (void)u;
  pthread_rwlock_rdlock(&r);
  int k = y;
  pthread_rwlock_unlock(&r);
  assert(k != 1);
  return 0;
}
int main() {
  pthread_t t0;
  pthread_create(&t0, 0, T0, 0);
  pthread_t t1;
  pthread_create(&t1, 0, T1, 0);

  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
