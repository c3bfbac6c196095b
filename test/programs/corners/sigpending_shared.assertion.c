// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <assert.h>
void *f(void *p) { kill(getpid(), SIGUSR1); return p; }
int main(void) { sigset_t b, q; sigemptyset(&b); sigaddset(&b, SIGUSR1); pthread_sigmask(SIG_BLOCK, &b, 0); pthread_t t; pthread_create(&t, 0, f, 0); sigpending(&q); int s = sigismember(&q, SIGUSR1); pthread_join(t, 0); assert(!s); }
