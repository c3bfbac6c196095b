// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; int x;
void *f(void *u) { pthread_mutex_lock(&m); x = 1; if (u) { assert(x == 1); x = 0; pthread_mutex_unlock(&m); } return u; }
void *g(void *u) { int r = pthread_mutex_lock(&m); assert(x == 0); if (r == EOWNERDEAD) pthread_mutex_consistent(&m); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, g, 0); pthread_join(t, 0); pthread_join(s, 0); return 0; }
