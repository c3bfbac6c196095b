// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int turn;
void *f(void *p) { int me = (int)(long)p;
  pthread_mutex_lock(&m); while (turn != me) pthread_cond_wait(&c, &m); turn++; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return turn - 3;
}
