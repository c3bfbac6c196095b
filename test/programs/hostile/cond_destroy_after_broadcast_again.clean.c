// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t *c; int go, waiting;
void *f(void *u) { pthread_mutex_lock(&m); waiting++; while (!go) pthread_cond_wait(c, &m); pthread_mutex_unlock(&m); return u; }
int main(void) { c = malloc(sizeof *c); pthread_cond_init(c, 0); pthread_t t; pthread_create(&t, 0, f, 0);
  for (;;) { pthread_mutex_lock(&m); if (waiting) break; pthread_mutex_unlock(&m); }
  go = 1; pthread_cond_broadcast(c); pthread_cond_destroy(c); free(c); pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }
