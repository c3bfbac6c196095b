// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x;
T(f){ST(&x,1,RLX);ST(&x,2,RLX);return 0;}
T(g){int a=LD(&x,RLX),b=LD(&x,RLX);assert(b>=a);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,g,0);JOIN(s);JOIN(t);JOIN(u);assert(LD(&x,RLX)==2);}
