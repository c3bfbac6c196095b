// SPDX-License-Identifier: Apache-2.0
// wrong: main writes into the stack it gave to the running thread
#include <pthread.h>
#include <string.h>
static char st[1<<18] __attribute__((aligned(4096)));
int*volatile g;
static void*f(void*p){int v=1;g=&v;__asm__ volatile(""::"r"(&v):"memory");return (void*)(long)v;}
int main(void){pthread_attr_t a;pthread_attr_init(&a);if(pthread_attr_setstack(&a,st,sizeof st))return 0;pthread_t t;if(pthread_create(&t,&a,f,0))return 0;memset(st,0,sizeof st);pthread_join(t,0);return 0;}
