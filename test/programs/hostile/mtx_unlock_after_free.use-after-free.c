// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{pthread_mutex_t m;int refs;}O;
F(w){O*o=arg;LOCK(o->m);int l=--o->refs==0;UNLOCK(o->m);if(l)free(o);return 0;}
F(v){O*o=arg;pthread_mutex_lock(&o->m);o->refs--;int l=o->refs==0;if(l){pthread_mutex_unlock(&o->m);free(o);}else{pthread_mutex_unlock(&o->m);pthread_mutex_lock(&o->m);pthread_mutex_unlock(&o->m);}return 0;}
int main(void){O*o=malloc(sizeof*o);pthread_mutex_init(&o->m,0);o->refs=2;GOA(a,w,o);GOA(b,v,o);J(a);J(b);return 0;}
