// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int fl[2],turn;int x;
T(f){int i=p!=0;ST(&fl[i],1,REL);ST(&turn,!i,REL);while(LD(&fl[!i],ACQ)&&LD(&turn,ACQ)==!i);x++;ST(&fl[i],0,REL);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,(void*)1);JOIN(s);JOIN(t);}
