// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct { unsigned a : 4; unsigned b : 4; } s;
void *f(void *p) { s.a = 3; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.b = 2; pthread_join(t, 0); }
