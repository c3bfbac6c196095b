// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_intptr_t q;int x;
T(f){x=1;ST(&q,(intptr_t)&x,REL);return 0;}
T(g){intptr_t v=LD(&q,RLX);if(v)assert(*(int*)v==1);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
