// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char z[8];
T(f){z[0]=1;z[1]=2;return 0;}
int main(){pthread_t s;GO(s,f,0);z[2]=1;z[7]=3;JOIN(s);assert(z[0]+z[1]+z[2]+z[7]==7);}
