// SPDX-License-Identifier: Apache-2.0
// Killed by its own fault, at an address that no null pointer leads to.
// only: run
#include <pthread.h>
static void *f(void *p) {
  *(volatile int *)p = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, (void *)0x7f0000000000);
  pthread_join(t, 0);
  return 0;
}
