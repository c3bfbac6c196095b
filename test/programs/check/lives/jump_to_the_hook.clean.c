// SPDX-License-Identifier: Apache-2.0
// A function that ends with a jump to the hook of its end has left its frame by then: main's, with the lock that it holds,
// goes on.
#pragma GCC optimize("optimize-sibling-calls")
#include <pthread.h>

__attribute__((noinline)) static void count(int* at) { ++*at; }

static void* wait_for_it(void* lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int calls = 0;
  pthread_t other;
  pthread_create(&other, 0, wait_for_it, &lock);
  pthread_mutex_lock(&lock);
  count(&calls);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return calls - 1;
}
