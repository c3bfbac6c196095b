// SPDX-License-Identifier: Apache-2.0
// The one of the threads that is told to destroys the barrier.
#include <pthread.h>
#include <stdlib.h>

static void* meets(void* barrier) {
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(barrier);
    free(barrier);
  }
  return 0;
}

int main(void) {
  for (int round = 0; round < 10; ++round) {
    pthread_barrier_t* barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 3);
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, meets, barrier);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  }
}
