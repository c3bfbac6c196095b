// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
sem_t s; atomic_int g;
void*f(void*p){ g=1; sem_wait(&s); return 0; }
int main(){ sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); if(g){ sem_destroy(&s); sem_init(&s,0,1);} else sem_post(&s); pthread_detach(t); return 0; }
