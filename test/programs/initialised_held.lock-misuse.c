// SPDX-License-Identifier: Apache-2.0
// A mutex is initialised anew while it is held.
#include <pthread.h>
pthread_mutex_t mutex;
int main(void) {
  pthread_mutex_init(&mutex, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_init(&mutex, 0);
}
