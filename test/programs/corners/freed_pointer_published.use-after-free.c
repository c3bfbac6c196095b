// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
long *volatile shared;
void *f(void *arg) { long *p = malloc(4 * sizeof *p); p[0] = 1; free(p); shared = p; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return (int)(shared[0] - shared[0]); }
