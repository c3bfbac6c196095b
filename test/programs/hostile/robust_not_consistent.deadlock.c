// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
/* owner dead, lock is taken but never made consistent: next lock is ENOTRECOVERABLE; thread then waits for a semaphore-like flag nobody sets */
pthread_mutex_t m; pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
void *dies(void *u) { pthread_mutex_lock(&m); return u; }
void *next(void *u) { int r = pthread_mutex_lock(&m); if (r == ENOTRECOVERABLE) { pthread_mutex_lock(&g); pthread_mutex_lock(&g); } else pthread_mutex_unlock(&m); return u; }
int main(void) {
  pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_t t, s, q; pthread_create(&t, 0, dies, 0); pthread_join(t, 0);
  pthread_create(&s, 0, next, 0); pthread_create(&q, 0, next, 0);
  pthread_join(s, 0); pthread_join(q, 0); return 0;
}
