// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(n){*(int*)p=1;return 0;}
pthread_t g(){pthread_t t;int k=4;int a[k];a[0]=0;GO(t,n,a);return t;}
int main(){pthread_t t=g();JOIN(t);}
