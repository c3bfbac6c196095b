// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int ready;
void *f(void *p) { atomic_store(&ready, 1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); sleep(5); assert(atomic_load(&ready)); pthread_join(t, 0); }
