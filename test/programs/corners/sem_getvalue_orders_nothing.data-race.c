// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s; int x;
void *f(void *p) { x = 1; sem_post(&s); return p; }
int main(void) {
  pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0);
  int v = 0; sem_getvalue(&s, &v);
  int r = v > 0 ? x : 1;
  pthread_join(t, 0);
  return r - 1;
}
