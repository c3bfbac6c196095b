// SPDX-License-Identifier: Apache-2.0
// Two kinds of threads count themselves in under one lock, and the first of a kind takes another: whoever gives that back needs the
// first one for it.
#include "common.h"
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER, kind = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside[2];
static void* work(void* a) {
  atomic_int* mine = &inside[(intptr_t)a];
  LOCK(counting);
  if (++*mine == 1) LOCK(kind);
  UNLOCK(counting);
  LOCK(counting);
  if (--*mine == 0) UNLOCK(kind);
  UNLOCK(counting);
  return a;
}
static void* nothing(void* a) { return a; }
int main(void) {
  start(work, 0), start(work, 1), start(nothing, 0), start(nothing, 1);
  join_all();
}
