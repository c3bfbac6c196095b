// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct n{_Atomic(struct n*)nx;atomic_int w;};_Atomic(struct n*)tail;int x;
T(f){struct n me={0,1};struct n*pr=atomic_exchange_explicit(&tail,&me,memory_order_acq_rel);if(pr){ST(&pr->nx,&me,REL);while(LD(&me.w,ACQ));}x++;struct n*s=LD(&me.nx,ACQ);if(!s){struct n*e=&me;if(atomic_compare_exchange_strong_explicit(&tail,&e,0,REL,RLX))return 0;while(!(s=LD(&me.nx,ACQ)));}ST(&s->w,0,REL);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
