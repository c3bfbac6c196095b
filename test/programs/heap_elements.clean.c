// SPDX-License-Identifier: Apache-2.0
// Different elements of one heap block.
#include <pthread.h>
#include <stdlib.h>

int* p;

static void* first(void* argument) {
  (void)argument;
  p[3] = 1;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  p[4] = 2;
  return 0;
}
int main(void) {
  p = (int*)malloc(64);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(p);
  return 0;
}
