// SPDX-License-Identifier: Apache-2.0
// A function whose accesses are not instrumented.
#include <heddle/record.h>
#include <pthread.h>

int x;
HEDDLE_TRUSTED __attribute__((noinline)) void touch(void) { x++; }
static void* body(void* argument) {
  touch();
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, body, 0);
  pthread_create(&b, 0, body, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
