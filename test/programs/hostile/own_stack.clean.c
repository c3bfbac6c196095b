// SPDX-License-Identifier: Apache-2.0
// right: locals of the thread lie on the stack that was given to it (POSIX pthread_attr_setstack)
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static char*lo;enum{N=1<<18};
static void*f(void*p){int x=1;char*q=(char*)&x;__asm__ volatile(""::"r"(q):"memory");assert(q>=lo&&q<lo+N);return 0;}
int main(void){void*s;if(posix_memalign(&s,4096,N))return 0;lo=s;pthread_attr_t a;pthread_attr_init(&a);if(pthread_attr_setstack(&a,s,N))return 0;pthread_t t;if(pthread_create(&t,&a,f,0))return 0;pthread_join(t,0);free(s);return 0;}
