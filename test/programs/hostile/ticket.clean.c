// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int n,o;int x;
T(f){int t=atomic_fetch_add_explicit(&n,1,RLX);while(LD(&o,ACQ)!=t);x++;ST(&o,t+1,REL);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,f,0);GO(u,f,0);JOIN(s);JOIN(t);JOIN(u);assert(x==3);}
