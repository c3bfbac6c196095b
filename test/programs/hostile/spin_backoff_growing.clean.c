// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;int d;
F(w){d=1;ST(f,1,REL);return 0;}
int main(void){GO(t,w);int n=1;while(!LD(f,ACQ)){for(int i=0;i<n;i++)__builtin_ia32_pause();if(n<64)n*=2;}assert(d==1);J(t);return 0;}
