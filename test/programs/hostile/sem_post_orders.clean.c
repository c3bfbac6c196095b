// SPDX-License-Identifier: Apache-2.0
#include "short.h"
sem_t s;int x;
F(w){x=5;sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(t,w);sem_wait(&s);assert(x==5);J(t);sem_destroy(&s);return 0;}
