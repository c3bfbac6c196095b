// SPDX-License-Identifier: Apache-2.0
// The flag is set without the mutex: the notify may come between the check and the wait.
#include "common.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_bool flag;
static void* waiter(void* argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  while (!flag) pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static void* notifier(void* argument) {
  (void)argument;
  flag = true;
  pthread_cond_signal(&ready);
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? waiter(argument) : notifier(argument); }
static void test(void) {
  flag = false;
  in_threads(2, either);
}
