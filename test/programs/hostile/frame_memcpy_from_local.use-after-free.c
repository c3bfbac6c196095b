// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;char d[32];sem_t s;
F(w){sem_post(&s);memcpy(d,arg,32);return 0;}
__attribute__((noinline)) static void f(void){char b[32]="x";pthread_create(&t,0,w,b);sem_wait(&s);}
int main(void){sem_init(&s,0,0);f();J(t);return 0;}
