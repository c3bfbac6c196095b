// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;pthread_t t;
F(w){int*p=arg;sem_post(&s);*p=1;return 0;}
__attribute__((noinline)) static void f(void){int x=0;pthread_create(&t,0,w,&x);sem_wait(&s);}
int main(void){sem_init(&s,0,0);f();J(t);return 0;}
