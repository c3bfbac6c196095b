// SPDX-License-Identifier: Apache-2.0
// right: the x87 control word is per thread
#include <pthread.h>
#include <semaphore.h>
static sem_t s,r;
static void*f(void*p){unsigned short w=0x7f,q;__asm__ volatile("fldcw %0"::"m"(w));sem_post(&s);sem_wait(&r);__asm__ volatile("fnstcw %0":"=m"(q));return (void*)(long)(q!=0x7f);}
int main(void){sem_init(&s,0,0);sem_init(&r,0,0);pthread_t t;void*v;pthread_create(&t,0,f,0);sem_wait(&s);unsigned short q;__asm__ volatile("fnstcw %0":"=m"(q));sem_post(&r);pthread_join(t,&v);return v||q!=0x37f;}
