// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
void h(void){x++;}
T(n){x++;return 0;}
int main(){atexit(h);pthread_t t;GO(t,n,0);return 0;}
