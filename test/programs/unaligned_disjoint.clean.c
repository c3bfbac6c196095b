// SPDX-License-Identifier: Apache-2.0
// An unaligned int and the byte right after it.
#include <pthread.h>

char buffer[32] __attribute__((aligned(16)));
struct __attribute__((packed)) Odd {
  char pad[6];
  int value;
};

static void* first(void* argument) {
  (void)argument;
  ((volatile struct Odd*)buffer)->value = 5;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  ((volatile char*)buffer)[10] = 1;
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
