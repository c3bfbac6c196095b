// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { void **v = malloc(20000 * sizeof *v); for (int i = 0; i < 20000; i++) v[i] = malloc(16 + i % 50); for (int i = 0; i < 20000; i++) free(v[i]); free(v); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
