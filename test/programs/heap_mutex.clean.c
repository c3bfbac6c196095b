// SPDX-License-Identifier: Apache-2.0
// A heap block under a lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long* p;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  *p += 1;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  *p += 2;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  p = (long*)calloc(1, 8);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(p);
  return 0;
}
