// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
void *f(void *u) { struct timespec ts = {1, 0}; pthread_mutex_lock(&m); while (!go) pthread_cond_timedwait(&c, &m, &ts); pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_cond_signal(&c); pthread_mutex_lock(&m); go = 1; pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }
