// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
extern int __cxa_atexit(void (*)(void *), void *, void *);
int *p;
void *f(void *u) { *(volatile int *)p = 1; return u; }
int main(void) { p = malloc(4); __cxa_atexit(free, p, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }
