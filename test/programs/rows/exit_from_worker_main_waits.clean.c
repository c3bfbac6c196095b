// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <semaphore.h>
sem_t s;
void*f(void*a){ exit(0); }
int main(){ sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&s); return 1; }
