// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <pthread.h>
#include <limits.h>
#include <assert.h>
sem_t s;
void *f(void *p) { assert(sem_post(&s) == 0); return p; }
int main(void) { assert(sem_init(&s, 0, SEM_VALUE_MAX - 1) == 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_trywait(&s); f(0); f(0); pthread_join(t, 0); }
