// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s; int x;
void*f(void*a){ while(sem_wait(&s)); x++; sem_post(&s); return 0;}
int main(){ sem_init(&s,0,1); pthread_t t[3]; for(int i=0;i<3;i++) pthread_create(&t[i],0,f,0); for(int i=0;i<3;i++) pthread_join(t[i],0); int v; sem_getvalue(&s,&v); sem_destroy(&s); return x-3+v-1;}
