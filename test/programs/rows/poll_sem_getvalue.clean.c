// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void*f(void*p){ sem_post(&s); sem_post(&s); return 0; }
int main(){ sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); int v; do sem_getvalue(&s,&v); while(v<2); sem_wait(&s); sem_wait(&s); pthread_join(t,0); return 0; }
