// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <signal.h>
#include <semaphore.h>
sem_t s; int x;
void h(int n) { sem_post(&s); }
void *f(void *p) { x = 1; raise(SIGUSR1); return p; }
int main(void) { sem_init(&s, 0, 0); signal(SIGUSR1, h); pthread_t t; pthread_create(&t, 0, f, 0); while (sem_wait(&s)) ; x++; pthread_join(t, 0); return x - 2; }
