// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s, copy;
void *f(void *p) { sem_post(&s); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); copy = s; pthread_join(t, 0); }
