// SPDX-License-Identifier: Apache-2.0
// A loop over plain memory that takes its time, and large blocks of two threads.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* run(void* x) {
  volatile int* numbers = calloc(1 << 16, sizeof(int));
  for (int round = 0; round < 20; ++round)
    for (int i = 0; i < 1 << 16; ++i) numbers[i] += i;
  free((void*)numbers);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
