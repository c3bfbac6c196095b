// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{atomic_int next;}N;N n[3];atomic_int head;/*index+1*/atomic_int owner[3];
static int pop(void){int h,nx;do{h=head;if(!h)return 0;nx=n[h-1].next;}while(!atomic_compare_exchange_strong(&head,&h,nx));assert(atomic_fetch_add(&owner[h-1],1)==0);return h;}
static void push(int i){atomic_fetch_sub(&owner[i-1],1);int h;do{h=head;n[i-1].next=h;}while(!atomic_compare_exchange_strong(&head,&h,i));}
F(w){pop();return 0;}
int main(void){n[0].next=2;n[1].next=0;head=1;GO(t,w);int a=pop(),b=pop();if(a)push(a);(void)b;pop();J(t);pop();return 0;}
