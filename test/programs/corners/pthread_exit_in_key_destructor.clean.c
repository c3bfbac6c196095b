// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_key_t k; int n;
void d(void *p) { n++; }
void g(void) { pthread_exit((void *)4); }
void *f(void *p) { pthread_setspecific(k, &n); g(); return p; }
int main(void) { pthread_key_create(&k, d); pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return n == 1 && r == (void *)4 ? 0 : 1; }
