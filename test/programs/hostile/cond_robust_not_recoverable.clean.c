// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
void *f(void *u) { int r = pthread_mutex_lock(&m); if (r) return u; go = 1; pthread_cond_broadcast(&c); return u; }
void *g(void *u) { int r = pthread_mutex_lock(&m); if (r == EOWNERDEAD) pthread_mutex_unlock(&m); else if (!r) pthread_mutex_unlock(&m); else assert(r == ENOTRECOVERABLE); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, g, 0);
  int r = 0; while (!r && !go) r = pthread_cond_wait(&c, &m); assert(r == EOWNERDEAD || r == ENOTRECOVERABLE); if (r == EOWNERDEAD) pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(s, 0); return 0; }
