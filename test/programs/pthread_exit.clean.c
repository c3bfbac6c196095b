// SPDX-License-Identifier: Apache-2.0
// A thread that leaves through pthread_exit is joined like any other.
#include <pthread.h>

static int x;
static void inner(void) {
  x = 3;
  pthread_exit(&x);
}
static void* body(void* argument) {
  inner();
  return argument;
}
int main(void) {
  pthread_t a;
  void* result;
  pthread_create(&a, 0, body, 0);
  pthread_join(a, &result);
  return *(int*)result == 3 ? 0 : 9;
}
