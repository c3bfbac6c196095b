// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t k; int rounds;
void d(void *p) { if (++rounds < 3) pthread_setspecific(k, p); }
void *f(void *p) { pthread_setspecific(k, &rounds); return p; }
int main(void) { pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(rounds == 3); pthread_key_delete(k); }
