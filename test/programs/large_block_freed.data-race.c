// SPDX-License-Identifier: Apache-2.0
// Far inside a block of which most was never touched.
#include <pthread.h>
#include <stdlib.h>

static char* block;
static void* f(void* p) {
  block[20 << 20] = 1;
  return p;
}
int main(void) {
  block = malloc(64 << 20);
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  for (volatile int i = 0; i < 100000000 && !block[20 << 20]; i++) {
  }
  free(block);
  pthread_join(t, 0);
  return 0;
}
