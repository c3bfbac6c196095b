// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
/* twin of a032, without destroy the waiter may still be inside; joined before the free: right */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t *c; int go;
void *f(void *u) { pthread_mutex_lock(&m); while (!go) pthread_cond_wait(c, &m); pthread_mutex_unlock(&m); return u; }
int main(void) { c = malloc(sizeof *c); pthread_cond_init(c, 0); pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); go = 1; pthread_mutex_unlock(&m); pthread_cond_broadcast(c); pthread_join(t, 0); free(c); return 0; }
