// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
void *timed(void *p) { pthread_mutex_lock(&m); struct timespec e; clock_gettime(CLOCK_REALTIME, &e); e.tv_sec += 10; if (!go) pthread_cond_timedwait(&c, &m, &e); pthread_mutex_unlock(&m); return p; }
void *plain(void *p) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, timed, 0); pthread_create(&u, 0, plain, 0); pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }
