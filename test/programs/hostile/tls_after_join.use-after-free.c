// SPDX-License-Identifier: Apache-2.0
#include "words.h"
__thread int v;
T(n){v=3;return &v;}
int main(){pthread_t t;void*r;GO(t,n,0);pthread_join(t,&r);printf("%d\n",*(int*)r);return 0;}
