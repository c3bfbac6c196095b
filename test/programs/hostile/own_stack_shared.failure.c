// SPDX-License-Identifier: Apache-2.0
// wrong: the same static stack given to two threads that live at once
#include <pthread.h>
#include <semaphore.h>
static char st[1<<18] __attribute__((aligned(4096)));int r;
static void*f(void*p){volatile int v=1;for(int i=0;i<10;i++)v++;return (void*)(long)v;}
int main(void){pthread_attr_t a;pthread_attr_init(&a);if(pthread_attr_setstack(&a,st,sizeof st))return 0;pthread_t t,u;if(pthread_create(&t,&a,f,0))return 0;if(pthread_create(&u,&a,f,0)){pthread_join(t,0);return 0;}pthread_join(t,0);pthread_join(u,0);return 0;}
