// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <limits.h>
void *f(void *p) { char *a = getcwd(0, 0), *b = realpath("/tmp/..", 0), *c = 0, *d = strdup("x"); asprintf(&c, "%d", 5); void *e; posix_memalign(&e, 64, 100); void *g = aligned_alloc(32, 64), *h = reallocarray(0, 3, 5); h = realloc(h, 1000); char *l = 0; size_t n = 0; FILE *o = fmemopen("abc\n", 4, "r"); getline(&l, &n, o); fclose(o); free(a); free(b); free(c); free(d); free(e); free(g); free(h); free(l); void *z = malloc(1UL << 46); free(z); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
