// SPDX-License-Identifier: Apache-2.0
#include "words.h"
extern int signgam;volatile double v=5;int main();
T(f){v=lgamma(v);return 0;}
int main(){pthread_t s;GO(s,f,0);signgam=0;JOIN(s);}
