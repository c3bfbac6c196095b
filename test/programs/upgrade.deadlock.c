// SPDX-License-Identifier: Apache-2.0
// Two readers wait to become the writer: each for the other, and for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;
static void* worker(void* p) {
  pthread_rwlock_rdlock(&lock);
  pthread_barrier_wait(&both);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
