// SPDX-License-Identifier: Apache-2.0
#include "common.h"
enum { PHILOSOPHERS = 3 };
static pthread_mutex_t forks[PHILOSOPHERS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void* dine(void* argument) {
  int first = (int)(size_t)argument;
  int second = (first + 1) % PHILOSOPHERS;
#ifdef ORDERED
  if (first > second) {
    const int swap = first;
    first = second;
    second = swap;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}
static void test(void) { in_threads(PHILOSOPHERS, dine); }
