// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t a,b;sem_t s;
F(w){sem_wait(&s);J(b);return 0;}
F(v){sem_wait(&s);J(a);return 0;}
int main(void){sem_init(&s,0,0);pthread_create(&a,0,w,0);pthread_create(&b,0,v,0);sem_post(&s);sem_post(&s);pthread_exit(0);}
