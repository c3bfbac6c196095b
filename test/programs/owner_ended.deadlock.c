// SPDX-License-Identifier: Apache-2.0
// A thread ends and leaves a mutex locked: nobody can ever lock it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* ends(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ends, 0);
  pthread_join(thread, 0);
  pthread_mutex_lock(&mutex);
}
