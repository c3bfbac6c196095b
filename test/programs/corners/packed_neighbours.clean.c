// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct __attribute__((packed)) { char pad[6]; int v; char w[6]; } s __attribute__((aligned(16)));
char *q = (char *)&s;
void *f(void *p) { s.v = 7; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); q[10] = 1; q[5] = 1; pthread_join(t, 0); return s.v - 7; }
