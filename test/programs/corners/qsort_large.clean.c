// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *f(void *p) { int *v = malloc(50000 * sizeof *v); for (int i = 0; i < 50000; i++) v[i] = (i * 7919) % 50000; qsort(v, 50000, sizeof *v, cmp); int bad = v[0] > v[1]; free(v); return bad ? (void *)1 : p; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return r != 0; }
