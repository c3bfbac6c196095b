// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
FILE *o;
void *f(void *p) { getc(o); return p; }
int main(void) { o = fmemopen("ab", 2, "r"); pthread_t t; pthread_create(&t, 0, f, 0); int c = getc(o); pthread_join(t, 0); assert(c == 'a'); fclose(o); }
