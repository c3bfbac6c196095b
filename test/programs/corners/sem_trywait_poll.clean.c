// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <pthread.h>
#include <sched.h>
sem_t s; int x;
void *f(void *p) { x = 1; sem_post(&s); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); while (sem_trywait(&s)) sched_yield(); x++; pthread_join(t, 0); return x - 2; }
