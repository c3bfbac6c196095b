// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
pthread_mutex_t m; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
void *dies(void *u) { int r = pthread_mutex_lock(&m); assert(r == 0); ready = 1; pthread_cond_signal(&c); return u; }
int main(void) {
  pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m);
  pthread_t t; pthread_create(&t, 0, dies, 0);
  int r = 0, dead = 0;
  while (!ready) { r = pthread_cond_wait(&c, &m); if (r == EOWNERDEAD) { dead++; pthread_mutex_consistent(&m); } }
  assert(dead == 1);
  pthread_mutex_unlock(&m); pthread_join(t, 0);
  assert(pthread_mutex_lock(&m) == 0); pthread_mutex_unlock(&m); return 0;
}
