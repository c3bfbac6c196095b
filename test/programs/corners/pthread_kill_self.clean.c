// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
atomic_int n;
void h(int s) { atomic_fetch_add(&n, 1); }
void *f(void *p) { pthread_kill(pthread_self(), SIGUSR2); return p; }
int main(void) { signal(SIGUSR2, h); pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return n - 2; }
