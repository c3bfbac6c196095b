// SPDX-License-Identifier: Apache-2.0
// Two detached threads take two locks in opposite orders; main neither knows nor waits.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void* forwards(void* argument) {
  (void)argument;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return NULL;
}
static void* backwards(void* argument) {
  (void)argument;
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, forwards, NULL);
  pthread_detach(thread);
  pthread_create(&thread, NULL, backwards, NULL);
  pthread_detach(thread);
  return 0;
}
