// SPDX-License-Identifier: Apache-2.0
// Each thread fills its half.
#include <pthread.h>

int a[1000];

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 500; i++) a[i] = i;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 500; i < 1000; i++) a[i] = i;
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
