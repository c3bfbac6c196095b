// SPDX-License-Identifier: Apache-2.0
// Two readers, and both write.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void* first(void* argument) {
  (void)argument;
  pthread_rwlock_rdlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_rwlock_rdlock(&l);
  x++;
  pthread_rwlock_unlock(&l);
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
