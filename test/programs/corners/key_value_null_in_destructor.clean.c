// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t k, k2; int n;
void d(void *p) { assert(pthread_getspecific(k) == 0); n++; if (n == 1) pthread_setspecific(k2, &n); }
void d2(void *p) { n += 10; }
void *f(void *p) { pthread_setspecific(k, &k); return p; }
int main(void) { pthread_key_create(&k2, d2); pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(n == 11); }
