// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
char *b;
void *f(void *p) { memset(b, 1, 3 << 20); return p; }
int main(void) { b = malloc(4 << 20); pthread_t t; pthread_create(&t, 0, f, 0); b[(3 << 20) - 1] = 5; pthread_join(t, 0); }
