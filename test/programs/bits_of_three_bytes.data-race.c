// SPDX-License-Identifier: Apache-2.0
// A bit field that clang loads and stores as three bytes.
// expect-variable: s
#include <pthread.h>

struct {
  unsigned bits : 20;
  unsigned char rest;
} s;
static void *work(void *unused) {
  s.bits = 5;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  volatile unsigned seen = s.bits;
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
