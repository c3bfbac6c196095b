// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
void *f(void *u) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return u; }
int main(void) {
  pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);
  pthread_mutex_lock(&m); pthread_mutex_lock(&m);
  pthread_t t; pthread_create(&t, 0, f, 0);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);
  pthread_join(t, 0); return 0;
}
