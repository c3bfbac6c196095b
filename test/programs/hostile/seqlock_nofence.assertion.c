// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int s_,a,b;
T(w){int s=LD(&s_,RLX);ST(&s_,s+1,REL);ST(&a,1,RLX);ST(&b,1,RLX);ST(&s_,s+2,REL);return 0;}
T(r){int s=LD(&s_,ACQ);int x=LD(&a,RLX),y=LD(&b,RLX);atomic_thread_fence(ACQ);int e=LD(&s_,RLX);if(!(s&1)&&s==e)assert(x==y);return 0;}
int main(){pthread_t s,t;GO(s,w,0);GO(t,r,0);JOIN(s);JOIN(t);}
