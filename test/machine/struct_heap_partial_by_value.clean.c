// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct S { long a, b; };                 /* passed in two registers */
static long use(struct S s) { return s.a; }
void *f(void *p) { struct S *s = malloc(sizeof *s); s->a = 1; long r = use(*s); free(s); return (void *)r; }
int main() { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return r != (void *)1; }
