// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t *c; int done, waiting;
void *f(void *p) { pthread_mutex_lock(&m); waiting++; while (!done) pthread_cond_wait(c, &m); pthread_mutex_unlock(&m); return p; }
int main(void) {
  pthread_t t; c = malloc(sizeof *c); pthread_cond_init(c, 0); pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); done = 1; pthread_cond_broadcast(c); 
  if (waiting) { pthread_cond_destroy(c); free(c); c = 0; }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  if (c) { pthread_cond_destroy(c); free(c); }
}
