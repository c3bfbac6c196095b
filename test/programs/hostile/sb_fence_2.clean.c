// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;int a,b;
T(f){ST(&x,1,RLX);atomic_thread_fence(SC);a=LD(&y,RLX);return 0;}
T(g){ST(&y,1,RLX);atomic_thread_fence(SC);b=LD(&x,RLX);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(a||b);}
