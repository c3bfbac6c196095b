// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int f_;int x;
T(f){x=1;atomic_thread_fence(REL);ST(&f_,1,RLX);return 0;}
T(g){while(!LD(&f_,RLX));atomic_thread_fence(ACQ);assert(x==1);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
