// SPDX-License-Identifier: Apache-2.0
// Who sees the first half of the block never gives the lock back.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void* T0(void* u) {
  (void)u;
  heddle_atomic {
    y = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    y = 2;
  }
  return 0;
}
static void* T1(void* u) {
  (void)u;
  pthread_mutex_lock(&m);
  int k = y;
  if (k == 1) pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
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
