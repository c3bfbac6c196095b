// SPDX-License-Identifier: Apache-2.0
// A variable of a thread that has ended.
#include <pthread.h>

static int* kept;
static void* run(void* x) {
  int local = 7;
  kept = &local;
  *(volatile int*)kept = 8;
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return *(volatile int*)kept == 8 ? 0 : 1;
}
