// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{sem_t s;int v;}R;
F(w){R*r=arg;sem_post(&r->s);r->v=1;return 0;}
__attribute__((noinline)) static void f(void){R r;sem_init(&r.s,0,0);GOA(t,w,&r);pthread_detach(t);sem_wait(&r.s);}
int main(void){f();pthread_exit(0);}
