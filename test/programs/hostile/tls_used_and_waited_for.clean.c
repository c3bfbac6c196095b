// SPDX-License-Identifier: Apache-2.0
#include "short.h"
static __thread int mine;_Atomic(int*)p;sem_t s;
F(w){mine=1;p=&mine;sem_wait(&s);return 0;}
F(v){int*q=p;if(q)*(volatile int*)q;sem_post(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(a,w);GO(b,v);J(a);J(b);return 0;}
