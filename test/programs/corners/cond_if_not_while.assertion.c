// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int items;
void *eat(void *p) { pthread_mutex_lock(&m); if (!items) pthread_cond_wait(&c, &m); assert(items > 0); items--; pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t t, u; pthread_create(&t, 0, eat, 0); pthread_create(&u, 0, eat, 0);
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); items++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }
  pthread_join(t, 0); pthread_join(u, 0);
}
