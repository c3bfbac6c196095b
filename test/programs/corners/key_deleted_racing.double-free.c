// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k; void *mem;
void *f(void *p) { pthread_setspecific(k, p); return 0; }
int main(void) { pthread_key_create(&k, free); mem = malloc(4); pthread_t t; pthread_create(&t, 0, f, mem); pthread_key_delete(k); pthread_join(t, 0); free(mem); }
