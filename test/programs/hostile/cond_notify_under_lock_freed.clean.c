// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct o { pthread_mutex_t m; pthread_cond_t c; int go; } *o;
void *f(void *u) { pthread_mutex_lock(&o->m); o->go = 1; pthread_cond_signal(&o->c); pthread_mutex_unlock(&o->m); return u; }
int main(void) { o = calloc(1, sizeof *o); pthread_mutex_init(&o->m, 0); pthread_cond_init(&o->c, 0); pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&o->m); while (!o->go) pthread_cond_wait(&o->c, &o->m); pthread_mutex_unlock(&o->m);
  pthread_cond_destroy(&o->c); pthread_mutex_destroy(&o->m); free(o); pthread_join(t, 0); return 0; }
