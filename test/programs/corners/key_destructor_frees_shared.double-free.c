// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k; void *shared;
void *f(void *p) { pthread_setspecific(k, shared); return p; }
int main(void) { shared = malloc(8); pthread_key_create(&k, free); pthread_t t, u;
  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); }
