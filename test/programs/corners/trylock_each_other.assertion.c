// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;
void both(pthread_mutex_t *a, pthread_mutex_t *b) { for (;;) { pthread_mutex_lock(a); if (pthread_mutex_trylock(b) == 0) return; pthread_mutex_unlock(a); } }
void *f(void *p) { both(&m, &n); x = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); both(&n, &m); assert(x == 0); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); pthread_join(t, 0); return 0; }
