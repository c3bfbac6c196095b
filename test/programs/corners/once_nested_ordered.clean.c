// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT, p = PTHREAD_ONCE_INIT; int x, y;
void b(void) { y = 1; }
void a(void) { pthread_once(&p, b); x = y + 1; }
void *f(void *q) { pthread_once(&o, a); return x == 2 ? q : (void *)1; }
void *g(void *q) { pthread_once(&p, b); return y == 1 ? q : (void *)1; }
int main(void) { pthread_t t, u; void *r, *s; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_join(t, &r); pthread_join(u, &s); return r || s; }
