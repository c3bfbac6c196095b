// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
typedef struct { long a, b; } P; P p;
void *f(void *u) { P q = {1, 1}; p = q; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); long v = p.b; pthread_join(t, 0); return v > 5; }
