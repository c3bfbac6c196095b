// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int y,z;int x;
T(f){x=1;ST(&y,1,REL);return 0;}
T(g){if(LD(&y,ACQ))ST(&z,1,REL);return 0;}
T(h){if(LD(&z,ACQ))assert(x==1);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,h,0);JOIN(s);JOIN(t);JOIN(u);}
