// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
void h(void){x++;}
T(n){x++;quick_exit(0);}
int main(){atexit(h);pthread_t t;GO(t,n,0);JOIN(t);}
