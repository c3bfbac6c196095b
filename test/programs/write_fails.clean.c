// SPDX-License-Identifier: Apache-2.0
// A write that fails reads nothing.
#include <pthread.h>
#include <unistd.h>

char text[64];

static void* first(void* argument) {
  (void)argument;
  if (write(-1, text, sizeof text) != -1) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[63] = 1;
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
