// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(n){int l=5;int*volatile q=&l;return q;}
int main(){pthread_t t;void*r;GO(t,n,0);pthread_join(t,&r);printf("%d\n",*(int*)r);return 0;}
