// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;
T(f){ST(&x,1,RLX);return 0;}
T(g){if(LD(&x,RLX))ST(&y,1,REL);return 0;}
T(h){if(LD(&y,ACQ))assert(LD(&x,RLX)||1);return 0;}
T(k){if(LD(&y,RLX)){assert(LD(&x,RLX));}return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,k,0);JOIN(s);JOIN(t);JOIN(u);(void)h;}
