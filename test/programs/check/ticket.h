// SPDX-License-Identifier: Apache-2.0
#define THREADS 3
#include "mutual_exclusion.h"
static atomic_uint next_ticket, now_serving;
static void reset(void) { next_ticket = now_serving = 0; }
static void lock(int i) {
  (void)i;
#ifdef SPLIT
  const unsigned mine = next_ticket;
  next_ticket = mine + 1;
#else
  const unsigned mine = atomic_fetch_add(&next_ticket, 1);
#endif
  while (now_serving != mine) {}
}
static void unlock(int i) {
  (void)i;
  now_serving = now_serving + 1;
}
