// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_once_t o=PTHREAD_ONCE_INIT;int x;atomic_int d;
void i(void){x=1;ST(&d,1,RLX);}
T(f){pthread_once(&o,i);return 0;}
T(g){if(LD(&d,RLX))assert(x==1);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
