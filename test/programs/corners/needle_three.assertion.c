// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int a, b, c, d;
void *t1(void *p) { a = 1; if (c == 1) b = 1; a = 2; return p; }
void *t2(void *p) { if (a == 1) c = 1; if (b == 1) d = 1; return p; }
void *t3(void *p) { int x = d, y = a; assert(!(x == 1 && y == 1 && c == 1)); return p; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, t1, 0); pthread_create(&u, 0, t2, 0); pthread_create(&v, 0, t3, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0); }
