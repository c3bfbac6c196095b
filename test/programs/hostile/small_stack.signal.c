// SPDX-License-Identifier: Apache-2.0
// wrong: 1 MiB local on a 64 KiB stack: overflow (SIGSEGV natively)
#include <pthread.h>
#include <string.h>
static void*f(void*p){char b[1<<20];memset(b,1,sizeof b);__asm__ volatile(""::"r"(b):"memory");return (void*)(long)b[5];}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setstacksize(&a,65536);pthread_t t;if(pthread_create(&t,&a,f,0))return 0;pthread_join(t,0);return 0;}
