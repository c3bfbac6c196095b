// SPDX-License-Identifier: Apache-2.0
// Taken for reading by both, nobody has to wait.
#include <pthread.h>

static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER, n = PTHREAD_RWLOCK_INITIALIZER;

static void* first(void* argument) {
  (void)argument;
  pthread_rwlock_rdlock(&m);
  pthread_rwlock_rdlock(&n);
  pthread_rwlock_unlock(&n);
  pthread_rwlock_unlock(&m);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_rwlock_rdlock(&n);
  pthread_rwlock_rdlock(&m);
  pthread_rwlock_unlock(&m);
  pthread_rwlock_unlock(&n);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
