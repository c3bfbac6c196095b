// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_once_t o=PTHREAD_ONCE_INIT;int x;
void i(void){x++;}
T(f){pthread_once(&o,i);assert(x==1);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
