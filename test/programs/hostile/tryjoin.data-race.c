// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
T(n){x=1;return 0;}
int main(){pthread_t t;GO(t,n,0);if(pthread_tryjoin_np(t,0)==EBUSY){x=2;JOIN(t);}}
