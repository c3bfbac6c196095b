// SPDX-License-Identifier: Apache-2.0
// The test of a lock: lock(i) and unlock(i) guard a plain counter. Without mutual exclusion the counter races.
#pragma once
#include "common.h"
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
static void lock(int i);
static void unlock(int i);
static void reset(void);
static int counter;
static void* visit(void* argument) {
  const int i = (int)(size_t)argument;
  for (int round = 0; round < ROUNDS; ++round) {
    lock(i);
    ++counter;
    unlock(i);
  }
  return NULL;
}
static void test(void) {
  counter = 0;
  reset();
  in_threads(THREADS, visit);
  assert(counter == THREADS * ROUNDS);
}
