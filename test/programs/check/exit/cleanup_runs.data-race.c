// SPDX-License-Identifier: Apache-2.0
// A handler is code of its thread like any other.
#include <pthread.h>
static int x;
static void touch(void* p) { ++*(int*)p; }
static void* f(void* a) {
  pthread_cleanup_push(touch, &x);
  pthread_exit(a);
  pthread_cleanup_pop(0);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x = 1;
  pthread_join(t, 0);
  return 0;
}
