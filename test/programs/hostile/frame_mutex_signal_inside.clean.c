// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{pthread_mutex_t m;pthread_cond_t c;int done,v;}R;
F(w){R*r=arg;pthread_mutex_lock(&r->m);r->done=1;r->v=3;pthread_cond_signal(&r->c);pthread_mutex_unlock(&r->m);return 0;}
__attribute__((noinline)) static pthread_t f(void){R r={PTHREAD_MUTEX_INITIALIZER,PTHREAD_COND_INITIALIZER,0,0};GOA(t,w,&r);pthread_mutex_lock(&r.m);while(!r.done)pthread_cond_wait(&r.c,&r.m);pthread_mutex_unlock(&r.m);return t;}
int main(void){pthread_t t=f();J(t);return 0;}
