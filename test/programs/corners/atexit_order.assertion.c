// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int ran1;
void h1(void) { ran1 = 1; } void h2(void) { assert(ran1); }
void *f(void *p) { atexit(h1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); atexit(h2); pthread_join(t, 0); }
