// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(n){*(int*)p=1;return 0;}
int main(){pthread_t t;{int x=0;GO(t,n,&x);}JOIN(t);}
