// SPDX-License-Identifier: Apache-2.0
// What the creator does afterwards does not.
// expect-variable: x
#include <pthread.h>

static int x;
static void* body(void* argument) {
  (void)argument;
  x++;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  x = 1;
  pthread_join(a, 0);
  return 0;
}
