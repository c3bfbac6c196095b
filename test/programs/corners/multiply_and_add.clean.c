// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
double d = 3, e = 0.5; float g = 2;
void *f(void *arg) { assert(d * e + 1 == 2.5); assert(g * g - 1 == 3); assert(1 - d * d == -8); return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); return pthread_join(t, 0); }
