// SPDX-License-Identifier: Apache-2.0
// Two threads that add each other's sums, ROUNDS times each; with LOCKED each counts its end under a lock.
// What else a test wants at their ends it writes in place of the comment.
#include <pthread.h>
#include <stdatomic.h>

atomic_int i = 1, j = 1;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int ended, shared;

static void end(void) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
  ++ended;
  pthread_mutex_unlock(&mutex);
#endif
}

static void* left(void* unused) {
  for (int k = 0; k < ROUNDS; ++k) atomic_store(&i, atomic_load(&i) + atomic_load(&j));
  end();
  /* end */
  return unused;
}

static void* right(void* unused) {
  for (int k = 0; k < ROUNDS; ++k) atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  end();
  /* end */
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
