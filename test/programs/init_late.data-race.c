// SPDX-License-Identifier: Apache-2.0
// A mutex is initialised while another thread uses it: nothing orders the two.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <unistd.h>

pthread_mutex_t mutex;

static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  usleep(100000);
  pthread_mutex_init(&mutex, 0);
  pthread_join(thread, 0);
}
