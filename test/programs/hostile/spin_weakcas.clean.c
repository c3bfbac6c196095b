// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int l;int x;
T(f){int e=0;while(!atomic_compare_exchange_weak(&l,&e,1))e=0;x++;l=0;return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
