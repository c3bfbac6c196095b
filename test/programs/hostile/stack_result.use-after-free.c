// SPDX-License-Identifier: Apache-2.0
// wrong: thread publishes pointer to its stack; main reads after join.
#include <pthread.h>
int*g;
static void*f(void*p){int x=5;g=&x;return p;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return *(volatile int*)g==77;}
