// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char*b;long n;int main();
T(f){n=strtol("12",&b,10);return 0;}
int main(){pthread_t s;GO(s,f,0);b=0;JOIN(s);}
