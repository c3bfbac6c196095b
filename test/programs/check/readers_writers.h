// SPDX-License-Identifier: Apache-2.0
#include "common.h"
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;
static void* writer(void* argument) {
  (void)argument;
#ifdef READ_LOCK
  pthread_rwlock_rdlock(&rwlock);
#else
  pthread_rwlock_wrlock(&rwlock);
#endif
  ++left;
  ++right;
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}
static void* reader(void* argument) {
  (void)argument;
  pthread_rwlock_rdlock(&rwlock);
  assert(left == right);
  pthread_rwlock_unlock(&rwlock);
  return NULL;
}
static void* either(void* argument) { return (size_t)argument < 2 ? writer(argument) : reader(argument); }
static void test(void) {
  left = right = 0;
  in_threads(4, either);
  assert(left == 2);
}
