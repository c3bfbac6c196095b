// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
FILE *o;
void *f(void *p) { getc(o); getc(o); return p; }
int main(void) { o = tmpfile(); putc('x', o); rewind(o); pthread_t t; pthread_create(&t, 0, f, 0); int e = feof(o); pthread_join(t, 0); assert(!e); }
