// SPDX-License-Identifier: Apache-2.0
// strcmp stops at the difference.
#include <pthread.h>
#include <string.h>

char a[16] = "abcdef", b[16] = "abxdef";
volatile int sink;

static void* first(void* argument) {
  (void)argument;
  sink = strcmp(a, b);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  a[4] = 1;
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
