// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void h(int k) { atomic_fetch_add(&n, 1); }
void *f(void *p) { kill(getpid(), SIGUSR1); while (!atomic_load(&n)) ; return p; }
int main(void) { signal(SIGUSR1, h); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return n - 1; }
