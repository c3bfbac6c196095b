// SPDX-License-Identifier: Apache-2.0
// A copy of fixed size, which compilers expand in place.
#include <pthread.h>
#include <string.h>

char a[16], b[16];

static void* first(void* argument) {
  (void)argument;
  memcpy(b, a, 16);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  a[15] = 1;
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
