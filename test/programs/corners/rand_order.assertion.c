// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
int first, second;
void *f(void *p) { second = rand(); return p; }
int main(void) { srand(1); int e = rand(); srand(1); pthread_t t; pthread_create(&t, 0, f, 0); first = rand(); pthread_join(t, 0); assert(first == e); }
