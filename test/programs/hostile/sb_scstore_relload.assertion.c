// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y,z;int a,b;
T(f){ST(&x,1,SC);ST(&z,1,SC);a=LD(&y,ACQ);return 0;}
T(g){ST(&y,1,SC);b=LD(&x,SC);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(a||b);}
