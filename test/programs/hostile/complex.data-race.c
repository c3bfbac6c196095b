// SPDX-License-Identifier: Apache-2.0
#include "words.h"
_Complex double x;
T(f){x*=2;return 0;}
int main(){pthread_t s;GO(s,f,0);__imag__ x=3;JOIN(s);}
