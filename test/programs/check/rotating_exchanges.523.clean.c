// SPDX-License-Identifier: Apache-2.0
// Thread i changes i to i + 1: which of them succeed depends on their order, and those that fail only read.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { kThreads = 7 };
static atomic_long shared;

static void* exchange(void* number) {
  long expected = (long)(intptr_t)number;
  atomic_compare_exchange_strong(&shared, &expected, expected + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  for (intptr_t i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, exchange, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return 0;
}
