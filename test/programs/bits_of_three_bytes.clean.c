// SPDX-License-Identifier: Apache-2.0
// What lies beside a bit field of three bytes is another object.
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
  s.rest = 7;
  pthread_join(t, 0);
  return 0;
}
