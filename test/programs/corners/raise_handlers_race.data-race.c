// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <pthread.h>
int n;
void h(int s) { n++; }
void *f(void *p) { raise(SIGUSR1); return p; }
int main(void) { signal(SIGUSR1, h); pthread_t t; pthread_create(&t, 0, f, 0); raise(SIGUSR1); pthread_join(t, 0); }
