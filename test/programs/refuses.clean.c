// SPDX-License-Identifier: Apache-2.0
// What libc refuses by its return value is no misuse: unlocking an error-checking, recursive or robust mutex of
// others, and waiting with one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t made(int type, int robust) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutexattr_setrobust(&attributes, robust);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &attributes);
  return mutex;
}

pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* other(void* argument) {
  pthread_mutex_t* mutex = argument;
  if (pthread_mutex_unlock(mutex) != EPERM) return mutex;
  if (pthread_cond_wait(&condition, mutex) != EPERM) return mutex;
  return 0;
}

int main(void) {
  const int types[] = {PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_NORMAL};
  for (int i = 0; i < 3; ++i) {
    static pthread_mutex_t mutex;
    mutex = made(types[i], i == 2 ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED);
    pthread_mutex_lock(&mutex);
    pthread_t thread;
    pthread_create(&thread, 0, other, &mutex);
    void* wrong;
    pthread_join(thread, &wrong);
    if (wrong) return 1;
    pthread_mutex_unlock(&mutex);
    if (pthread_mutex_unlock(&mutex) != EPERM) return 1;
  }
}
