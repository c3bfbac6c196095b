// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *p) { char b[1000]; b[5] = 1; x += b[5]; return p; }
int main(void) { pthread_attr_t a; pthread_attr_init(&a); void *s = aligned_alloc(4096, 1 << 18); pthread_attr_setstack(&a, s, 1 << 18);
  for (int i = 0; i < 2; i++) { pthread_t t; pthread_create(&t, &a, f, 0); pthread_join(t, 0); } free(s); pthread_attr_destroy(&a); return x - 2; }
