// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct n{struct n*nx;int v;};_Atomic(struct n*)top;
T(f){struct n*h=top;while(h&&!atomic_compare_exchange_strong(&top,&h,h->nx));free(h);return 0;}
int main(){for(int i=0;i<2;i++){struct n*a=malloc(sizeof*a);a->nx=top;top=a;}pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
