// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{atomic_int r;int d[2];}O;
static void drop(O*o){if(atomic_fetch_sub_explicit(&o->r,1,REL)==1){atomic_thread_fence(ACQ);assert(o->d[0]==1&&o->d[1]==1);free(o);}}
F(w){O*o=arg;o->d[0]=1;drop(o);return 0;}
F(v){O*o=arg;o->d[1]=1;drop(o);return 0;}
int main(void){O*o=calloc(1,sizeof*o);o->r=2;GOA(a,w,o);GOA(b,v,o);J(a);J(b);return 0;}
