// SPDX-License-Identifier: Apache-2.0
#include "common.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count, passed;
enum { SIZE = 1 };
static void* producer(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  while (count == SIZE) pthread_cond_wait(&changed, &mutex);
  ++count;
#ifdef ONE
  pthread_cond_signal(&changed);
#else
  pthread_cond_broadcast(&changed);
#endif
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static void* consumer(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
#ifdef IF
  if (count == 0) pthread_cond_wait(&changed, &mutex);
#else
  while (count == 0) pthread_cond_wait(&changed, &mutex);
#endif
  assert(count > 0);
  --count;
  ++passed;
#ifdef ONE
  pthread_cond_signal(&changed);
#else
  pthread_cond_broadcast(&changed);
#endif
  pthread_mutex_unlock(&mutex);
  return NULL;
}
#ifndef THREADS
#define THREADS 3
#endif
static void* either(void* argument) {
  return (size_t)argument < (THREADS + 1) / 2 ? producer(argument) : consumer(argument);
}
static void test(void) {
  count = passed = 0;
  in_threads(THREADS, either);
  assert(passed == THREADS / 2);
}
