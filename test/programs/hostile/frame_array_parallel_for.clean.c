// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{int*a;int from,to;}R;
F(w){R*r=arg;for(int i=r->from;i<r->to;i++)r->a[i]=i;return 0;}
__attribute__((noinline)) static int f(void){int a[8]={0};R r[2]={{a,0,4},{a,4,8}};pthread_t t[2];for(int i=0;i<2;i++)pthread_create(&t[i],0,w,&r[i]);for(int i=0;i<2;i++)pthread_join(t[i],0);int s=0;for(int i=0;i<8;i++)s+=a[i];return s;}
int main(void){for(int i=0;i<2;i++)assert(f()==28);return 0;}
