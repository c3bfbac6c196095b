// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
void *f(void *p) { raise(SIGUSR1); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); signal(SIGUSR1, SIG_IGN); pthread_join(t, 0); }
