// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void *f(void *p) { *(volatile int *)p = 1; return 0; }
int main(void) { pthread_t t; { volatile int x = 0; pthread_create(&t, 0, f, (void *)&x); } pthread_join(t, 0); return 0; }
