// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <malloc.h>
void *f(void *p) { for (int i = 0; i < 3; i++) { char *q = malloc(100); memset(q, 7, malloc_usable_size(q)); free(q); char *z = calloc(10, 10); for (int k = 0; k < 100; k++) if (z[k]) abort(); free(z); free(0); } return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
