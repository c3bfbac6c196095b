// SPDX-License-Identifier: Apache-2.0
// Neighbouring bytes are different locations.
#include <pthread.h>

char c[8];

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 8; i += 2) c[i] = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 1; i < 8; i += 2) c[i] = 1;
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
