// SPDX-License-Identifier: Apache-2.0
// only: run
#include <assert.h>
#include <pthread.h>

static int x;
static void* f(void* p) {
  assert(x == 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return 0;
}
