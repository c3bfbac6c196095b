// SPDX-License-Identifier: Apache-2.0
// One function for each option of `heddle check`; which one is run is itself an option.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <heddle/check.h>

#define START(n, function) \
  pthread_t threads[n];    \
  for (long i = 0; i < n; ++i) pthread_create(&threads[i], NULL, function, (void*)i)
#define JOIN(n) \
  for (int i = 0; i < n; ++i) pthread_join(threads[i], NULL)

void fails_at_once(void) { assert(0); }

void leaks(void) {
  volatile char* bytes = malloc(24);
  bytes[0] = 1;
}

static int counter;
static void* increment(void* argument) {
  ++counter;
  return argument;
}
void racy(void) {
  counter = 0;
  START(2, increment);
  JOIN(2);
  assert(counter == 2);
}
static void* set(void* argument) {
  counter = 5;
  return argument;
}
void racy_but_right(void) {
  START(2, set);
  JOIN(2);
  assert(counter == 5);
}

static char line[32];
static void* print(void* argument) {
  snprintf(line, sizeof line, "%d", counter);
  return argument;
}
void racy_inside_libc(void) {
  START(2, print);
  JOIN(2);
}

static atomic_int flag;
static void* blink(void* argument) {
  flag = 1;
  flag = 0;
  return argument;
}
void needs_a_preemption(void) {
  START(1, blink);
  assert(flag == 0);
  JOIN(1);
}

static atomic_int total;
static void* adds(void* argument) {
  for (int i = 0; i < 6; ++i) total += 1;
  return argument;
}
void takes_long(void) {
  START(4, adds);
  JOIN(4);
}

static int slots[700];
static void* own_slot(void* argument) {
  slots[(long)argument] = 1;
  return argument;
}
void many_threads(void) {
  START(700, own_slot);
  JOIN(700);
  for (int i = 0; i < 700; ++i) assert(slots[i] == 1);
}

/* Fails in many schedules, in two ways: which is met first depends on the order of the search alone. */
static atomic_int early;
static void* doubles(void* argument) {
  early = early * 2 + 1;
  return argument;
}
void fails_early(void) {
  START(3, doubles);
  JOIN(3);
  assert(early != 1);
  assert(early != 3);
}
/* Fails only after thousands of executions. */
static atomic_int late, order;
static void* counts(void* argument) {
  for (int i = 0; i < 5; ++i) late += 1;
  order = order * 4 + (int)(long)argument;
  return argument;
}
void fails_late(void) {
  START(3, counts);
  JOIN(3);
  assert(order != (2 * 4 + 1) * 4);
}

static void* nothing(void* argument) { return argument; }
void too_many_threads(void) {
  for (int i = 0; i < 8200; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, nothing, NULL) == 0) pthread_join(thread, NULL);
  }
}

static atomic_int seen;
void chooses(void) {
  seen += (int)heddle_choose(5);
  assert(seen != 4);
}

int told = 1, heard;  // not static: the compiler would see what they are for
static void* reads(void* argument) {
  heard = told;
  return argument;
}
void two_readers(void) {
  START(1, reads);
  assert(told == 1);
  JOIN(1);
}

static atomic_int was_read;
static void* writes_once_read(void* argument) {
  if (atomic_load_explicit(&was_read, memory_order_relaxed)) told = 1;
  return argument;
}
void read_then_written(void) {
  START(1, writes_once_read);
  int mine = told;
  atomic_store_explicit(&was_read, 1, memory_order_relaxed);
  assert(mine == 1);
  JOIN(1);
}

int main(void) {
  puts("main is not run when a function is asked for");
  return 1;
}
