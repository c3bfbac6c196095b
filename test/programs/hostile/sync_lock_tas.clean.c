// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int l, x;
void *f(void *u) { while (__sync_lock_test_and_set(&l, 1)) ; x++; __sync_lock_release(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x != 2; }
