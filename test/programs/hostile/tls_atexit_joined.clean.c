// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
pthread_key_t k; int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready; pthread_t t;
void d(void *v) { x++; (void)v; }
void *f(void *u) { pthread_setspecific(k, &x); pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return u; }
void bye(void) { pthread_join(t, 0); x++; }
int main(void) { atexit(bye); pthread_key_create(&k, d); pthread_create(&t, 0, f, 0); struct timespec ts = {4000000000, 0}; pthread_mutex_lock(&m); while (!ready) if (pthread_cond_timedwait(&c, &m, &ts)) break; pthread_mutex_unlock(&m); return 0; }
