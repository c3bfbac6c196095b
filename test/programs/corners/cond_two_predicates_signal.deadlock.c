// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int a, b;
void *wa(void *p) { pthread_mutex_lock(&m); while (!a) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
void *wb(void *p) { pthread_mutex_lock(&m); while (!b) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t t, u; pthread_create(&t, 0, wa, 0); pthread_create(&u, 0, wb, 0);
  pthread_mutex_lock(&m); a = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  pthread_mutex_lock(&m); b = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  pthread_join(u, 0);
}
