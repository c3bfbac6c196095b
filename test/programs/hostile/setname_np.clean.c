// SPDX-License-Identifier: Apache-2.0
// right: pthread_setname_np / getname_np of self and other
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <semaphore.h>
static sem_t s;
static void*f(void*p){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);pthread_setname_np(t,"abc");char b[16],c[16];pthread_setname_np(pthread_self(),"main0");pthread_getname_np(t,b,16);pthread_getname_np(pthread_self(),c,16);sem_post(&s);pthread_join(t,0);return strcmp(b,"abc")||strcmp(c,"main0");}
