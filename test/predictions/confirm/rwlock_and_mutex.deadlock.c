// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t row = PTHREAD_MUTEX_INITIALIZER;
static void* reader(void* nothing) {
  pthread_rwlock_rdlock(&table);
  touch(&row);
  pthread_rwlock_unlock(&table);
  return nothing;
}
static void* writer(void* nothing) {
  later(1);
  pthread_mutex_lock(&row);
  pthread_rwlock_wrlock(&table);
  pthread_rwlock_unlock(&table);
  pthread_mutex_unlock(&row);
  return nothing;
}
int main() { RUN(reader, writer); }
