// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct obj { pthread_mutex_t m; int refs; } *o;
void *drop(void *p) {
  pthread_mutex_lock(&o->m); int last = --o->refs == 0; pthread_mutex_unlock(&o->m);
  if (last) { pthread_mutex_destroy(&o->m); free(o); }
  return p;
}
int main(void) {
  pthread_t t, u; o = malloc(sizeof *o); pthread_mutex_init(&o->m, 0); o->refs = 3;
  pthread_create(&t, 0, drop, 0); pthread_create(&u, 0, drop, 0); drop(0);
  pthread_join(t, 0); pthread_join(u, 0);
}
