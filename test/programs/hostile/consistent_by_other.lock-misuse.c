// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
pthread_mutex_t m;
void *f(void *u) { pthread_mutex_lock(&m); return u; }
void *g(void *u) { pthread_mutex_consistent(&m); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_lock(&m); pthread_create(&t, 0, g, 0); pthread_join(t, 0); pthread_mutex_unlock(&m); return 0; }
