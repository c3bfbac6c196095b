// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
void *f(void *p) { srand(7); return p; }
int main(void) { srand(7); int e = rand(); srand(1); pthread_t t; pthread_create(&t, 0, f, 0); int r = rand(); pthread_join(t, 0); assert(r != e); }
