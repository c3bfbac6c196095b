// SPDX-License-Identifier: Apache-2.0
// Memory that was freed and allocated again starts afresh.
#include <pthread.h>
#include <stdlib.h>

static void* body(void* argument) {
  for (int i = 0; i < 2000; i++) {
    int* p = (int*)malloc(16 + i % 64);
    *p = i;
    p = (int*)realloc(p, 200);
    p[20] = i;
    free(p);
  }
  return argument;
}
int main(void) {
  pthread_t a[4];
  for (int i = 0; i < 4; i++) pthread_create(&a[i], 0, body, 0);
  for (int i = 0; i < 4; i++) pthread_join(a[i], 0);
  return 0;
}
