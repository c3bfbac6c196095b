// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
/* signal is passed on: 1 signal wakes one, which signals the next */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;
void *f(void *u) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_cond_signal(&c); return u; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0); pthread_mutex_lock(&m); go = 1; pthread_mutex_unlock(&m); pthread_cond_signal(&c); pthread_join(t, 0); pthread_join(s, 0); return 0; }
