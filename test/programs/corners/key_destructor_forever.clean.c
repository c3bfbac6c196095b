// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_key_t k; int n;
void d(void *p) { n++; pthread_setspecific(k, p); }   /* stops after PTHREAD_DESTRUCTOR_ITERATIONS rounds */
void *f(void *p) { pthread_setspecific(k, &n); return p; }
int main(void) { pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return n == 4 ? 0 : 1; }
