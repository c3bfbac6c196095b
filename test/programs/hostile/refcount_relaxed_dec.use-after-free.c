// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{atomic_int r;int d;}O;
F(w){O*o=arg;o->d=0;if(0){}if(atomic_fetch_sub_explicit(&o->r,1,RLX)==1)free(o);return 0;}
F(v){O*o=arg;if(atomic_fetch_sub_explicit(&o->r,1,RLX)==1){o->d=3;free(o);}return 0;}
int main(void){O*o=malloc(sizeof*o);o->r=2;o->d=1;GOA(a,w,o);GOA(b,v,o);J(a);J(b);return 0;}
