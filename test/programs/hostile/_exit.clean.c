// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;void h(void){x=1;}
T(n){x=2;_exit(0);}
int main(){atexit(h);pthread_t t;GO(t,n,0);JOIN(t);}
