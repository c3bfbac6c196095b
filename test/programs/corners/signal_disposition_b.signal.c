// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
void *f(void *p) { signal(SIGUSR1, SIG_DFL); return p; }
int main(void) { signal(SIGUSR1, SIG_IGN); pthread_t t; pthread_create(&t, 0, f, 0); raise(SIGUSR1); pthread_join(t, 0); }
