// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { char *b = calloc(1 << 20, 1); int r = b[5] + b[1 << 19]; b = realloc(b, 2 << 20); r += b[7]; free(b); return r ? (void *)1 : p; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, &r); return r != 0; }
