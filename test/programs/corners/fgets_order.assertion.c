// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <assert.h>
FILE *o;
void *f(void *p) { char b[8]; fgets(b, 8, o); return p; }
int main(void) { o = tmpfile(); fputs("a\nb\n", o); rewind(o); pthread_t t; pthread_create(&t, 0, f, 0); char b[8]; fgets(b, 8, o); pthread_join(t, 0); assert(b[0] == 'a'); }
