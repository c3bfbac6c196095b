// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
void *f(void *p) { FILE *o = tmpfile(); fputs("abc", o); fflush(0); rewind(o); int c = getc(o); fclose(o); return c == 'a' ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); void *s = f(0); pthread_join(t, &r); return r || s; }
