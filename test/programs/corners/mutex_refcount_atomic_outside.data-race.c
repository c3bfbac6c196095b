// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
struct obj { pthread_mutex_t m; atomic_int refs; int x; } *o;
void *drop(void *p) {
  pthread_mutex_lock(&o->m); o->x++; int last = atomic_fetch_sub(&o->refs, 1) == 1; pthread_mutex_unlock(&o->m);
  if (last) { free(o); }
  return p;
}
void *drop2(void *p) { if (atomic_fetch_sub(&o->refs, 1) == 1) free(o); return p; }
int main(void) {
  pthread_t t, u; o = malloc(sizeof *o); pthread_mutex_init(&o->m, 0); o->refs = 2; o->x = 0;
  pthread_create(&t, 0, drop, 0); pthread_create(&u, 0, drop2, 0);
  pthread_join(t, 0); pthread_join(u, 0);
}
