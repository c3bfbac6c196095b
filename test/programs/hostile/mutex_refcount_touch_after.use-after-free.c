// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct o { pthread_mutex_t m; int refs; } *o;
void drop(void) { pthread_mutex_lock(&o->m); --o->refs; pthread_mutex_unlock(&o->m); pthread_mutex_lock(&o->m); int last = o->refs == 0; pthread_mutex_unlock(&o->m); if (last) { pthread_mutex_destroy(&o->m); free(o); } }
void *f(void *u) { drop(); return u; }
int main(void) { o = malloc(sizeof *o); pthread_mutex_init(&o->m, 0); o->refs = 2; pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); drop(); return 0; }
