// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;int a,b,c;
T(f){ST(&x,1,RLX);return 0;}
T(g){a=LD(&x,RLX);atomic_thread_fence(SC);b=LD(&y,RLX);return 0;}
T(h){ST(&y,1,RLX);atomic_thread_fence(SC);c=LD(&x,RLX);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,h,0);JOIN(s);JOIN(t);JOIN(u);assert(!(a&&!b&&!c));}
