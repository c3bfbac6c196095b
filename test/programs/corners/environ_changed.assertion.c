// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); setenv("ATTACK", "1", 1); pthread_mutex_unlock(&m); return p; }
int main(void) { unsetenv("ATTACK"); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); char *e = getenv("ATTACK"); pthread_mutex_unlock(&m); pthread_join(t, 0); assert(!e); }
