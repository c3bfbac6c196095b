// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct o { pthread_mutex_t m; int refs; } *g;
void put(void) { pthread_mutex_lock(&g->m); if (--g->refs == 0) { pthread_mutex_unlock(&g->m); free(g); return; } pthread_mutex_unlock(&g->m); }
void *f(void *p) { put(); return p; }
void *h(void *p) { pthread_mutex_lock(&g->m); g->refs++; pthread_mutex_unlock(&g->m); put(); return p; }
int main(void) { g = malloc(sizeof *g); pthread_mutex_init(&g->m, 0); g->refs = 1; pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, h, 0); pthread_join(t, 0); pthread_join(u, 0); }
