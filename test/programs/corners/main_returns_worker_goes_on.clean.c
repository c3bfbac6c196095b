// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int y;
void *f(void *p) { x = 1; atomic_store(&y, 1); while (!atomic_load(&y)) ; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }
