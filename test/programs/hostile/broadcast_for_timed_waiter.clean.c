// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int token;
void *timed(void *u) { struct timespec ts = {4000000000L, 0}; pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &ts); pthread_mutex_unlock(&m); return u; }
void *plain(void *u) { pthread_mutex_lock(&m); while (!token) pthread_cond_wait(&c, &m); token = 0; pthread_mutex_unlock(&m); return u; }
int main(void) {
  pthread_t t, s; pthread_create(&t, 0, timed, 0); pthread_create(&s, 0, plain, 0);
  pthread_mutex_lock(&m); token = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
  pthread_join(t, 0); pthread_join(s, 0); return 0;
}
