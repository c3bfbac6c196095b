// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
volatile int flag; int x;
void *f(void *p) { x = 1; __sync_synchronize(); flag = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int r = 1; if (flag) { __sync_synchronize(); r = x; } pthread_join(t, 0); return r - 1; }
