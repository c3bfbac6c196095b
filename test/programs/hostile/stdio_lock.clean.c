// SPDX-License-Identifier: Apache-2.0
// right: printf from two threads; stdio locks
#include <pthread.h>
#include <stdio.h>
static void*f(void*p){printf("hello %d\n",1);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);printf("x\n");pthread_join(t,0);return 0;}
