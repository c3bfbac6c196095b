// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, seen;
void *f(void *p) { x = 1; pthread_mutex_lock(&m); pthread_exit(0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (pthread_mutex_trylock(&m) != 0) seen = x; else pthread_mutex_unlock(&m); pthread_join(t, 0); }
