// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int n = 0; for (int i = 0; i < 7; i++) if (pthread_mutex_trylock(&m)) n++; else pthread_mutex_unlock(&m); assert(n < 7); pthread_join(t, 0); return 0; }
