// SPDX-License-Identifier: Apache-2.0
// Many threads one after another: their places in the clocks are used again.
#include <pthread.h>

static long x;
static void* body(void* argument) {
  x += (long)argument;
  return 0;
}
int main(void) {
  for (long i = 0; i < 300; i++) {
    pthread_t a;
    pthread_create(&a, 0, body, (void*)i);
    pthread_join(a, 0);
  }
  return x == 300 * 299 / 2 ? 0 : 9;
}
