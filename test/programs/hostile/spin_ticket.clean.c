// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_uint nx,sv;int x;
F(w){unsigned t=atomic_fetch_add_explicit(&nx,1,RLX);while(LD(sv,ACQ)!=t);x++;ST(sv,t+1,REL);return 0;}
int main(void){GO(t,w);GO(u,w);w(0);J(t);J(u);assert(x==3);return 0;}
