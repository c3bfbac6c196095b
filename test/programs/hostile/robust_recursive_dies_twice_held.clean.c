// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m; 
void *f(void *u) { assert(!pthread_mutex_lock(&m)); assert(!pthread_mutex_lock(&m)); return u; }
int main(void) { pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);
  pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(!pthread_mutex_consistent(&m)); assert(!pthread_mutex_unlock(&m)); assert(pthread_mutex_unlock(&m) == EPERM); return 0; }
