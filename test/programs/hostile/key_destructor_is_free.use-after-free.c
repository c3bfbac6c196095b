// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <semaphore.h>
pthread_key_t k; int *p; sem_t s;
void *f(void *u) { p = malloc(4); *p = 1; pthread_setspecific(k, p); sem_post(&s); return u; }
int main(void) { sem_init(&s, 0, 0); pthread_key_create(&k, free); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(&s); int v = *(volatile int *)p; pthread_join(t, 0); return v > 9; }
