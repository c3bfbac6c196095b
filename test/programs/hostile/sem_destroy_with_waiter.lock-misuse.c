// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *f(void *u) { sem_wait(&s); return u; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); sem_destroy(&s); return 0; }
