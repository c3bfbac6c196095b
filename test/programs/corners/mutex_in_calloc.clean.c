// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct o { int n; pthread_mutex_t m; pthread_cond_t c; } *g;
void *f(void *p) { pthread_mutex_lock(&g->m); g->n++; pthread_cond_signal(&g->c); pthread_mutex_unlock(&g->m); return p; }
int main(void) { g = calloc(1, sizeof *g); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&g->m); while (!g->n) pthread_cond_wait(&g->c, &g->m); pthread_mutex_unlock(&g->m); pthread_join(t, 0); free(g); }
