// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{pthread_mutex_t m;int refs;}O;
F(w){O*o=arg;LOCK(o->m);int l=--o->refs==0;UNLOCK(o->m);if(l){pthread_mutex_destroy(&o->m);free(o);}return 0;}
int main(void){O*o=malloc(sizeof*o);pthread_mutex_init(&o->m,0);o->refs=3;GOA(a,w,o);GOA(b,w,o);w(o);J(a);J(b);return 0;}
