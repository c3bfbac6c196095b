// SPDX-License-Identifier: Apache-2.0
// right: tss with destructor
#include <threads.h>
#include <stdlib.h>
tss_t k;
static int f(void*p){int*q=malloc(4);*q=1;tss_set(k,q);return *(int*)tss_get(k)!=1;}
int main(void){tss_create(&k,free);thrd_t t,u;int a,b;thrd_create(&t,f,0);thrd_create(&u,f,0);thrd_join(t,&a);thrd_join(u,&b);return a+b;}
