// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int a;
T(f){int i=0;while(!a&&i<3)i++;assert(i<3);return 0;}
int main(){pthread_t s;GO(s,f,0);a=1;JOIN(s);}
