// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
void *f(void *p) { ((volatile char *)p)[0] = 1; return 0; }
__attribute__((noinline)) void go(int n, pthread_t *t) { char a[n]; memset(a, 0, n); pthread_create(t, 0, f, a); }
int main(int c, char **v) { (void)v; pthread_t t; go(c + 20, &t); pthread_join(t, 0); return 0; }
