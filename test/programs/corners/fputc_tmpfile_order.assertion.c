// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
FILE *o;
void *f(void *p) { putc('b', o); return p; }
int main(void) { o = tmpfile(); pthread_t t; pthread_create(&t, 0, f, 0); putc('a', o); pthread_join(t, 0); rewind(o); assert(getc(o) == 'a'); }
