// SPDX-License-Identifier: Apache-2.0
// Programs whose executions are counted: each as a main, and as a function without parameters that does the same.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static void test(void);
static inline void run(int count, void* (*body)(void*)) {
  pthread_t threads[64];
  for (intptr_t i = 0; i < count; ++i) pthread_create(&threads[i], NULL, body, (void*)i);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}
__attribute__((used)) void test_as_function(void) { test(); }
int main(void) { test(); }
