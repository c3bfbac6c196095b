// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
void *die(void *p) { int r = pthread_mutex_lock(&m); if (r == EOWNERDEAD) pthread_mutex_consistent(&m); ready = 1; pthread_cond_signal(&c); return p; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a);
  pthread_t t; pthread_create(&t, 0, die, 0); int r = pthread_mutex_lock(&m); int dead = r == EOWNERDEAD;
  while (!ready) { r = pthread_cond_wait(&c, &m); if (r == EOWNERDEAD) dead = 1; }
  assert(dead); assert(pthread_mutex_consistent(&m) == 0); pthread_mutex_unlock(&m); pthread_join(t, 0); assert(pthread_mutex_destroy(&m) == 0); }
