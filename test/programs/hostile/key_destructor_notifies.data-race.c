// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int done; pthread_key_t k;
void d(void *u) { pthread_mutex_unlock(&m); pthread_cond_broadcast(&c); }
void *f(void *u) { pthread_setspecific(k, &k); pthread_mutex_lock(&m); done = 1; return u; }
void bye(void) { pthread_cond_destroy(&c); }
int main(void) { atexit(bye); pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_mutex_lock(&m); while (!done) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
