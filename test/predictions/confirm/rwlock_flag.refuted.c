// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int done, result, copy;
static void* compute(void* nothing) {
  result = 99;
  pthread_rwlock_wrlock(&lock);
  done = 1;
  pthread_rwlock_unlock(&lock);
  return nothing;
}
static void* use(void* nothing) {
  later(1);
  pthread_rwlock_rdlock(&lock);
  int is_done = done;
  pthread_rwlock_unlock(&lock);
  if (is_done) copy = result;
  return nothing;
}
int main() { RUN(compute, use); }
