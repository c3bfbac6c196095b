// SPDX-License-Identifier: Apache-2.0
#include "words.h"
long double x;
T(f){x=x+1;return 0;}
int main(){pthread_t s;GO(s,f,0);x=3;JOIN(s);}
