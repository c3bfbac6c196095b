// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_key_t k; int x;
void d(void *p) { x++; }
void *f(void *p) { pthread_setspecific(k, &k); return p; }
int main(void) { pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0); }
