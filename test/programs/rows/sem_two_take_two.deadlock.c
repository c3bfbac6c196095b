// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void*g(void*a){ sem_wait(&s); sem_wait(&s); sem_post(&s); sem_post(&s); return 0;}
int main(){ sem_init(&s,0,2); pthread_t t[2]; pthread_create(&t[0],0,g,0); pthread_create(&t[1],0,g,0); for(int i=0;i<2;i++) pthread_join(t[i],0); return 0;}
