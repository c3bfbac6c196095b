// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_key_t k; int n;
void d(void *p) { n += 100; }
void *f(void *p) { pthread_key_t j; pthread_key_create(&j, d); assert(pthread_getspecific(j) == 0); pthread_key_delete(j); return p; }
int main(void) { pthread_key_create(&k, d); pthread_setspecific(k, &n); pthread_key_delete(k); pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_key_t z; pthread_key_create(&z, 0); assert(pthread_getspecific(z) == 0); pthread_join(t, 0); return n; }
