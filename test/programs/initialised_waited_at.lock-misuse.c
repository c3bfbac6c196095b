// SPDX-License-Identifier: Apache-2.0
// A barrier is initialised anew while a thread waits at it.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
pthread_barrier_t barrier;
static void* waits(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, waits, 0);
  usleep(200000);
  pthread_barrier_init(&barrier, 0, 3);
  exit(0);
}
