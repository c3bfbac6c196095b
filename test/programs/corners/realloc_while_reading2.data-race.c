// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int *a, seen;
void *f(void *p) { int *q = p; seen = q[0]; return 0; }
int main(void) { a = calloc(4, 4); pthread_t t; pthread_create(&t, 0, f, a); int *b = realloc(a, 4000); pthread_join(t, 0); free(b); }
