// SPDX-License-Identifier: Apache-2.0
#include "words.h"
float b,c;volatile float v=5;int main();
T(f){sincosf(v,&b,&c);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
