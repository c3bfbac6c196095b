// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{pthread_barrier_t b;int v;}R;pthread_t t;R*g;
F(w){R*r=arg;r->v=1;pthread_barrier_wait(&r->b);return 0;}
int main(void){R r;pthread_barrier_init(&r.b,0,2);r.v=0;GOA(u,w,&r);pthread_barrier_wait(&r.b);assert(r.v==1);J(u);pthread_barrier_destroy(&r.b);return 0;}
