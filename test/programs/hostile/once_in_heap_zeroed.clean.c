// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct o { pthread_once_t o; pthread_mutex_t m; } *o; int n;
void r(void) { n++; }
void *f(void *u) { pthread_once(&o->o, r); pthread_mutex_lock(&o->m); n++; pthread_mutex_unlock(&o->m); return u; }
int main(void) { o = calloc(1, sizeof *o); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(n == 3); free(o); return 0; }
