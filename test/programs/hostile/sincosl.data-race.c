// SPDX-License-Identifier: Apache-2.0
#include "words.h"
long double b,c;volatile long double v=5;int main();
T(f){sincosl(v,&b,&c);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
