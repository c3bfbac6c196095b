// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <unistd.h>
#include <semaphore.h>
#include <pthread.h>
#include <assert.h>
sem_t s;
void h(int n) { }
void *f(void *p) { sigset_t b; sigemptyset(&b); sigaddset(&b, SIGUSR1); pthread_sigmask(SIG_BLOCK, &b, 0); kill(getpid(), SIGUSR1); sem_post(&s); return p; }
int main(void) { struct sigaction a = {0}; a.sa_handler = h; sigaction(SIGUSR1, &a, 0); sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); assert(sem_wait(&s) == 0); pthread_join(t, 0); }
