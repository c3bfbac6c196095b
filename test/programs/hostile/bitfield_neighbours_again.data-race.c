// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct { unsigned a : 3, b : 5; } s;
void *f(void *u) { s.a = 1; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.b = 2; pthread_join(t, 0); return s.a + s.b > 90; }
