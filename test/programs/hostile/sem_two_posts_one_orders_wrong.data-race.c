// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;int x,y;
F(w){x=5;sem_post(&s);return 0;}
F(v){y=5;sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(t,w);GO(u,v);sem_wait(&s);volatile int r=x;J(t);J(u);return 0;}
