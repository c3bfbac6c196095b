// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t k; int order;
void d(void *p) { assert(order == 1); order = 2; }
void h(void *p) { assert(order == 0); assert(pthread_getspecific(k) == &k); order = 1; }
void *f(void *p) { pthread_setspecific(k, &k); pthread_cleanup_push(h, 0); pthread_exit(0); pthread_cleanup_pop(0); return p; }
int main(void) { pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(order == 2); }
