// SPDX-License-Identifier: Apache-2.0
// What the creator did before happens before the thread.
#include <pthread.h>

static int x;
static void* body(void* argument) {
  (void)argument;
  x++;
  return 0;
}
int main(void) {
  pthread_t a;
  x = 1;
  pthread_create(&a, 0, body, 0);
  pthread_join(a, 0);
  return x == 2 ? 0 : 9;
}
