// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;
T(f){ST(&x,1,REL);ST(&y,2,REL);return 0;}
T(g){ST(&y,1,REL);ST(&x,2,REL);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(!(x==1&&y==1));}
