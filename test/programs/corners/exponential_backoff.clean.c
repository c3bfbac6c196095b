// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
atomic_flag l = ATOMIC_FLAG_INIT; int x;
void *f(void *p) { unsigned us = 1; while (atomic_flag_test_and_set(&l)) { usleep(us); if (us < 1024) us *= 2; } x++; atomic_flag_clear(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x - 2; }
