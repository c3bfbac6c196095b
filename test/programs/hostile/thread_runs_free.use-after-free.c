// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int main(void) { int *p = malloc(4); *p = 3; pthread_t t; pthread_create(&t, 0, (void *(*)(void *))free, p); int v = *(volatile int *)p; pthread_join(t, 0); return v > 9; }
