// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int lock, x;
void *f(void *p) { while (__sync_lock_test_and_set(&lock, 1)) ; x++; __sync_lock_release(&lock); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
