// SPDX-License-Identifier: Apache-2.0
#include "words.h"
double a,b;volatile double v=1;
T(f){sincos(v,&a,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
