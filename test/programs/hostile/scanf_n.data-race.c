// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int v;
T(f){sscanf("12","%d",&v);return 0;}
int main(){pthread_t s;GO(s,f,0);v=3;JOIN(s);}
