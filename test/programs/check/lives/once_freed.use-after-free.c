// SPDX-License-Identifier: Apache-2.0
// Its memory is freed.
#include <pthread.h>
#include <stdlib.h>

static void nothing(void) {}
static void* run(void* x) {
  pthread_once(x, nothing);
  return x;
}
int main(void) {
  pthread_once_t* once = calloc(1, sizeof *once);
  pthread_t t;
  pthread_create(&t, 0, run, once);
  free(once);
  pthread_join(t, 0);
  return 0;
}
