// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
#include <assert.h>
#include <semaphore.h>
sem_t a;
void*f(void*p){ pthread_setname_np(pthread_self(),"worker"); sem_post(&a); char n[17]={0}; pthread_getname_np(pthread_self(),n,16); assert(!strcmp(n,"worker")); return 0; }
int main(){ sem_init(&a,0,0); pthread_setname_np(pthread_self(),"boss"); pthread_t t; pthread_create(&t,0,f,0); sem_wait(&a); char n[17]={0}; pthread_getname_np(pthread_self(),n,16); assert(!strcmp(n,"boss")); pthread_join(t,0); return 0; }
