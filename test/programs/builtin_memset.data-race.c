// SPDX-License-Identifier: Apache-2.0
// Spelled as a builtin, the compiler does it inline.
// expect-variable: bytes
#include <pthread.h>

char bytes[16];
static void *work(void *unused) {
  __builtin_memset(bytes, 1, 13);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  volatile char seen = bytes[12];
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
