// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t a, b;
void *f(void *p) { pthread_key_create(&a, 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_key_create(&b, 0); pthread_join(t, 0); assert(b < a); }
