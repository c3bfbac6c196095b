// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <errno.h>
pthread_barrier_t b; int x;
void *f(void *u) { x = 1; pthread_barrier_wait(&b); return u; }
int main(void) { assert(pthread_barrier_init(&b, 0, 0) == EINVAL); pthread_barrier_init(&b, 0, 1); assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD); assert(!pthread_barrier_destroy(&b)); pthread_barrier_init(&b, 0, 2); pthread_t t; pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); assert(x == 1); pthread_join(t, 0); return 0; }
