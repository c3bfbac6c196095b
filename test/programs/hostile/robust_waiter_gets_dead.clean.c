// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; int x, dead;
void *f(void *u) { int r = pthread_mutex_lock(&m); if (r == EOWNERDEAD) { dead++; assert(x == 1); x = 0; pthread_mutex_consistent(&m); } else assert(!r); x = 1; if (u) { x = 0; pthread_mutex_unlock(&m); } return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, &m); pthread_join(t, 0); pthread_join(s, 0); int r = pthread_mutex_lock(&m); assert(r == 0 || r == EOWNERDEAD); assert(dead + (r != 0) == 1); return 0; }
