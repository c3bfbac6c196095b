// SPDX-License-Identifier: Apache-2.0
// Two threads wait for one condition, each with a mutex of its own.
#include <pthread.h>
#include <unistd.h>

pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int done[2];

static void* waits(void* argument) {
  const long which = (long)argument;
  pthread_mutex_lock(&mutexes[which]);
  while (!done[which]) pthread_cond_wait(&condition, &mutexes[which]);
  pthread_mutex_unlock(&mutexes[which]);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, waits, (void*)i);
  usleep(100000);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutexes[i]);
    done[i] = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutexes[i]);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
