// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
void *f(void *p) { char *b = malloc(6 << 20); memset(b, 1, 6 << 20); int r = b[4 << 20]; free(b); return r == 1 ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, &r); return r != 0; }
