// SPDX-License-Identifier: Apache-2.0
// A detached thread waits for work that never comes when main ends: that is no deadlock.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs;

static void* serve(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  while (1) {
    while (jobs == 0) pthread_cond_wait(&work, &mutex);
    --jobs;
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  pthread_detach(thread);
  pthread_mutex_lock(&mutex);
  ++jobs;
  pthread_cond_signal(&work);
  pthread_mutex_unlock(&mutex);
  return 0;
}
