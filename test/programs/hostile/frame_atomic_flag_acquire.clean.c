// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{atomic_int done;int v;}R;pthread_t t;
F(w){R*r=arg;r->v=1;atomic_store_explicit(&r->done,1,memory_order_release);return 0;}
__attribute__((noinline)) static void f(void){R r={0,0};pthread_create(&t,0,w,&r);while(!atomic_load_explicit(&r.done,memory_order_acquire));}
int main(void){f();J(t);return 0;}
