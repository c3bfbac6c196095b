// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
int x;
void h(int s, void *a) { x++; }
void *f(void *p) { x = 5; return p; }
int main(void) { on_exit(h, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); exit(0); }
