// SPDX-License-Identifier: Apache-2.0
// A robust mutex whose owner ended and that nobody made consistent: locking it fails from then on, and does no harm.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;

static void* take(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_join(thread, 0);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; ++i) assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  pthread_mutex_destroy(&mutex);
  return 0;
}
