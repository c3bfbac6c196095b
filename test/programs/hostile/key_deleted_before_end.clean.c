// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t k; int n; pthread_barrier_t b;
void d(void *v) { n++; (void)v; }
void *f(void *u) { pthread_setspecific(k, &n); pthread_barrier_wait(&b); pthread_barrier_wait(&b); return u; }
int main(void) { pthread_barrier_init(&b, 0, 2); pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); pthread_key_delete(k); pthread_barrier_wait(&b); pthread_join(t, 0); assert(n == 0); return 0; }
