// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sem_t s;
T(f){int*q=p;sem_post(&s);*q=1;return 0;}
int main(int c,char**v){sem_init(&s,0,0);pthread_t t;{int n=c+3;int a[n];a[0]=0;GO(t,f,a);sem_wait(&s);}JOIN(t);}
