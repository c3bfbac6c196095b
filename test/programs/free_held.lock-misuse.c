// SPDX-License-Identifier: Apache-2.0
// The block of a mutex is freed while the mutex is held.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  pthread_mutex_lock(mutex);
  free(mutex);
}
