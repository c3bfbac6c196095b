// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char a[8]="abcdefg",b[8];
T(f){swab(a,b,8);return 0;}
int main(){pthread_t s;GO(s,f,0);b[2]=1;JOIN(s);}
