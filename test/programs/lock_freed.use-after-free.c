// SPDX-License-Identifier: Apache-2.0
// A mutex is locked and unlocked after its memory was freed.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t* mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, 0);
  pthread_mutex_destroy(mutex);
  free(mutex);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}
