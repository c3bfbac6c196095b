// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_barrier_t *b; int x[2];
void *f(void *p) {
  x[(long)p] = 1;
  if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) { x[0] += x[1]; pthread_barrier_destroy(b); free(b); }
  return 0;
}
int main(void) {
  pthread_t t, u; b = malloc(sizeof *b); pthread_barrier_init(b, 0, 2);
  pthread_create(&t, 0, f, (void *)0); pthread_create(&u, 0, f, (void *)1);
  pthread_join(t, 0); pthread_join(u, 0);
  return x[0] - 2;
}
