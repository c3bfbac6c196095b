// SPDX-License-Identifier: Apache-2.0
#include "common.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef PLAIN
static int* instance;
#else
static int* _Atomic instance;
#endif
#ifndef ORDER
#define ORDER memory_order_release
#endif
static int value;
static int* get(void) {
#ifdef PLAIN
  int* result = instance;
#else
  int* result = atomic_load_explicit(&instance, memory_order_acquire);
#endif
  if (result != NULL) return result;
  pthread_mutex_lock(&mutex);
#ifdef PLAIN
  if (instance == NULL) {
    value = 42;
    instance = &value;
  }
  result = instance;
#else
  result = atomic_load_explicit(&instance, memory_order_relaxed);
  if (result == NULL) {
    value = 42;
    result = &value;
    atomic_store_explicit(&instance, result, ORDER);
  }
#endif
  pthread_mutex_unlock(&mutex);
  return result;
}
static void* use(void* argument) {
  (void)argument;
  assert(*get() == 42);
  return NULL;
}
static void test(void) {
  instance = NULL;
  value = 0;
  in_threads(2, use);
}
