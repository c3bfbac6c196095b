// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct __attribute__((packed)) { char pad[5]; int v; char tail; } s;
void *f(void *u) { s.v = 1; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); volatile char *p = (char *)&s + 8; int v = *p; pthread_join(t, 0); return v > 90; }
