// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_uint s;atomic_int a,b;
F(w){unsigned q=LD(s,RLX);ST(s,q+1,RLX);atomic_thread_fence(REL);ST(a,1,RLX);ST(b,1,RLX);ST(s,q+2,REL);return 0;}
F(r){for(;;){unsigned q=LD(s,ACQ);if(q&1)continue;int x=LD(a,RLX),y=LD(b,RLX);atomic_thread_fence(ACQ);if(LD(s,RLX)==q){assert(x==y);break;}}return 0;}
int main(void){GO(t,w);GO(u,r);J(t);J(u);return 0;}
