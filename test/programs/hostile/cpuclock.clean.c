// SPDX-License-Identifier: Apache-2.0
// right: pthread_getcpuclockid of a live thread
#include <pthread.h>
#include <time.h>
#include <semaphore.h>
static sem_t s;
static void*f(void*p){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);pthread_t t;pthread_create(&t,0,f,0);clockid_t c;int r=pthread_getcpuclockid(t,&c);struct timespec ts;r|=clock_gettime(c,&ts);sem_post(&s);pthread_join(t,0);return r;}
