// SPDX-License-Identifier: Apache-2.0
// ftrylockfile does not.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void* f(void* a) {
  flockfile(stderr);
  funlockfile(stderr);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  const int busy = ftrylockfile(stderr);
  assert(!busy);
  funlockfile(stderr);
  pthread_join(t, 0);
  return 0;
}
