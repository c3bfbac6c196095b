// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
_Thread_local int v = 3; 
void *f(void *u) { return &v; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); void *r; pthread_join(t, &r); return *(volatile int *)r > 9; }
