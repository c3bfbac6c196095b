// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
long total;
static void* first(void* nothing) {
  total = 5;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  total = 7;
  return nothing;
}
int main() { RUN(first, second); }
