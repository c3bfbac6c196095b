// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, a = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP; int x;
void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_lock(&e); if (pthread_mutex_lock(&e) != EDEADLK) __builtin_trap(); pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); pthread_mutex_unlock(&e); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
