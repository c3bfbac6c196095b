// SPDX-License-Identifier: Apache-2.0
// The assertion fails only where the compare-exchange succeeds after both loads, though as a first step it fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int shared;
static int exchanged, first, second;

static void* store(void* unused) {
  shared = 3;
  return unused;
}
static void* exchange(void* unused) {
  int expected = 3;
  exchanged = atomic_compare_exchange_strong(&shared, &expected, 2);
  return unused;
}
static void* load_first(void* unused) {
  first = shared;
  return unused;
}
static void* load_second(void* unused) {
  second = shared;
  return unused;
}

int main(void) {
  void* (*const functions[])(void*) = {store, exchange, load_first, load_second};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  assert(!(exchanged && first == 0 && second == 0));
  return 0;
}
