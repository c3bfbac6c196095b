// SPDX-License-Identifier: Apache-2.0
// A lock that is made when it is first needed: two threads may make one each, and then both are in the section that it guards.
#include "common.h"
static pthread_mutex_t made[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static _Atomic(pthread_mutex_t*) the_lock;
static atomic_int inside;
static void* use(void* a) {
  if (the_lock == NULL) the_lock = &made[(intptr_t)a];
  pthread_mutex_t* lock = the_lock;
  pthread_mutex_lock(lock);
  assert(++inside == 1);
  --inside;
  pthread_mutex_unlock(lock);
  return a;
}
int main(void) {
  start(use, 0), start(use, 1);
  join_all();
}
