// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int *p;
void *f(void *u) { int *q = realloc(p, 400); free(q); return u; }
int main(void) { p = malloc(40); p[0] = 1; pthread_t t; pthread_create(&t, 0, f, 0); volatile int *r = p; int v = r[0]; pthread_join(t, 0); return v > 9; }
