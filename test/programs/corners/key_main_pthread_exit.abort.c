// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k;
void d(void *p) { abort(); }
void *f(void *p) { return p; }
int main(void) { pthread_key_create(&k, d); pthread_setspecific(k, &k); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_exit(0); }
