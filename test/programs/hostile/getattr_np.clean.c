// SPDX-License-Identifier: Apache-2.0
// right: pthread_getattr_np names the stack the thread runs on
#define _GNU_SOURCE
#include <pthread.h>
static void*f(void*p){pthread_attr_t a;void*s;size_t n;if(pthread_getattr_np(pthread_self(),&a))return 0;pthread_attr_getstack(&a,&s,&n);pthread_attr_destroy(&a);char c;char*q=&c;__asm__ volatile(""::"r"(q):"memory");return (void*)(long)!(q>=(char*)s&&q<(char*)s+n);}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=0;}
