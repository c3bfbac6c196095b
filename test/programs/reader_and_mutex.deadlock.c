// SPDX-License-Identifier: Apache-2.0
// A reader waits for a mutex whose owner waits to write.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static void* reader(void* p) {
  pthread_rwlock_rdlock(&lock);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&m);
  return p;
}
static void* writer(void* p) {
  pthread_mutex_lock(&m);
  pthread_barrier_wait(&both);
  pthread_rwlock_wrlock(&lock);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
