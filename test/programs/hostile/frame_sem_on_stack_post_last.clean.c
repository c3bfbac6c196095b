// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{sem_t s;int v;}R;pthread_t t;
F(w){R*r=arg;r->v=1;sem_post(&r->s);return 0;}
__attribute__((noinline)) static int f(void){R r;r.v=0;sem_init(&r.s,0,0);pthread_create(&t,0,w,&r);sem_wait(&r.s);sem_destroy(&r.s);return r.v;}
int main(void){assert(f()==1);J(t);return 0;}
