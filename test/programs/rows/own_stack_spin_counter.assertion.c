// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int flag; _Alignas(64) char stk[65536*4];
void*f(void*p){ volatile int n=0; while(!flag){ n=n+1; if(n>5) assert(0); } return 0; }
int main(){ pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstack(&a,stk,sizeof stk); pthread_t t; pthread_create(&t,&a,f,0); flag=1; pthread_join(t,0); return 0; }
