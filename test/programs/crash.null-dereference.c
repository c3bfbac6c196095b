// SPDX-License-Identifier: Apache-2.0
// The program is killed by its own fault: that is never clean.
// only: run
#include <pthread.h>

static int* volatile nowhere;
static void* f(void* p) { return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  *nowhere = 1;
  return 0;
}
