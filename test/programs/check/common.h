// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share. A program defines test(); it is run under every schedule.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include <heddle/check.h>

static void test(void);
static void run_test(void* argument) {
  (void)argument;
  test();
}
int main(void) {
  struct heddle_check_options options = {0};
  if (heddle_check_run == NULL) return 2;
  return heddle_check_run(run_test, NULL, &options);
}

#define THREADS_MAX 8
// Runs function(i) for i below count, one thread each, and waits for them.
static void in_threads(int count, void* (*function)(void*)) {
  pthread_t threads[THREADS_MAX];
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], NULL, function, (void*)(size_t)i);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}
