// SPDX-License-Identifier: Apache-2.0
#include "words.h"
typedef int v4 __attribute__((vector_size(16)));v4 x;
T(f){x=x+x;return 0;}
int main(){pthread_t s;GO(s,f,0);x[3]=1;JOIN(s);}
