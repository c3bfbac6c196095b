// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int *x;
void *f(void *p) { *x = 1; free(x); return p; }
int main(void) { x = malloc(4); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); *(int volatile *)&(int){0} = 1; pthread_exit(0); }
