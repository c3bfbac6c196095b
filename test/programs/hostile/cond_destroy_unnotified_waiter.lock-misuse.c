// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int w, go;
void *f(void *u) { pthread_mutex_lock(&m); w++; while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0); pthread_mutex_lock(&m); if (w == 2) { go = 1; pthread_cond_signal(&c); pthread_cond_destroy(&c); pthread_mutex_unlock(&m); return 0; } go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(s, 0); return 0; }
