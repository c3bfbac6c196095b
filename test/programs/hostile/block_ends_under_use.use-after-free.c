// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;sem_t s;
F(w){int*p=arg;sem_post(&s);*p=1;return 0;}
int main(void){sem_init(&s,0,0);{int x=0;pthread_create(&t,0,w,&x);sem_wait(&s);}J(t);return 0;}
