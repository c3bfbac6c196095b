// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int b;volatile long double v=5;int main();
T(f){v=frexpl(v,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
