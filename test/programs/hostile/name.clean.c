// SPDX-License-Identifier: Apache-2.0
// right: each thread's name is its own
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <semaphore.h>
static sem_t s,r;
static void*f(void*p){prctl(PR_SET_NAME,"worker");sem_post(&s);sem_wait(&r);char b[16]={0};prctl(PR_GET_NAME,b);return (void*)(long)strcmp(b,"worker");}
int main(void){sem_init(&s,0,0);sem_init(&r,0,0);pthread_t t;void*v;pthread_create(&t,0,f,0);sem_wait(&s);prctl(PR_SET_NAME,"boss");char b[16]={0};prctl(PR_GET_NAME,b);sem_post(&r);pthread_join(t,&v);return v||strcmp(b,"boss");}
