// SPDX-License-Identifier: Apache-2.0
#include "words.h"
/* own pool of nodes: ABA */
struct n{_Atomic(struct n*)nx;};struct n P[3];_Atomic(struct n*)top;
static struct n*pop(){struct n*h=top;for(;;){if(!h)return 0;struct n*x=h->nx;if(atomic_compare_exchange_strong(&top,&h,x))return h;}}
static void push(struct n*a){struct n*h=top;do a->nx=h;while(!atomic_compare_exchange_strong(&top,&h,a));}
struct n*got[2];
T(f){got[0]=pop();return 0;}
T(g){struct n*a=pop(),*b=pop();(void)b;if(a)push(a);got[1]=b;return 0;}
int main(){P[0].nx=&P[1];P[1].nx=0;top=&P[0];pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);struct n*r=top;assert(!r||(r!=got[0]&&r!=got[1]));}
