// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int f_;int x;
T(f){x=1;ST(&f_,1,REL);return 0;}
T(g){int e=1;atomic_compare_exchange_strong_explicit(&f_,&e,2,RLX,RLX);return 0;}
T(h){if(LD(&f_,ACQ)==2)assert(x==1);return 0;}
int main(){pthread_t s,t,u;GO(s,f,0);GO(t,g,0);GO(u,h,0);JOIN(s);JOIN(t);JOIN(u);}
