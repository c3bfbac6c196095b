// SPDX-License-Identifier: Apache-2.0
#include "words.h"
volatile int f_;int x;
T(f){x=1;f_=1;return 0;}
int main(){pthread_t s;GO(s,f,0);while(!f_);assert(x==1);JOIN(s);}
