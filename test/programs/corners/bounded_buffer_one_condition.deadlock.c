// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n;
void *put(void *p) { pthread_mutex_lock(&m); while (n == 1) pthread_cond_wait(&c, &m); n++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return p; }
void *get(void *p) { pthread_mutex_lock(&m); while (n == 0) pthread_cond_wait(&c, &m); n--; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t[4]; pthread_create(&t[0], 0, get, 0); pthread_create(&t[1], 0, get, 0); pthread_create(&t[2], 0, put, 0); pthread_create(&t[3], 0, put, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }
