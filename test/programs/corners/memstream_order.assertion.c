// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>
FILE *o;
void *f(void *p) { fprintf(o, "b"); return p; }
int main(void) { char *s; size_t n; o = open_memstream(&s, &n); pthread_t t; pthread_create(&t, 0, f, 0); fputs("a", o); pthread_join(t, 0); fclose(o); assert(strcmp(s, "ab") == 0); }
