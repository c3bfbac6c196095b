// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <limits.h>
pthread_key_t k; int n;
void d(void *v) { n++; pthread_setspecific(k, v); }
void *f(void *u) { pthread_setspecific(k, &n); return u; }
int main(void) { pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(n != PTHREAD_DESTRUCTOR_ITERATIONS); return 0; }
