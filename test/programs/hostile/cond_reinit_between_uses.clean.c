// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; int go;
void *f(void *u) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return u; }
int main(void) { for (int i = 0; i < 2; i++) { pthread_cond_init(&c, 0); go = 0; pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_cond_destroy(&c); } return 0; }
