// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int n;
void r(void) { n++; }
void *f(void *p) { pthread_once(p, r); return 0; }
int main(void) { pthread_once_t *o = calloc(1, sizeof *o); pthread_t t; pthread_create(&t, 0, f, o); free(o); pthread_join(t, 0); }
