// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{int a[4];}x;
T(f){bzero(&x,sizeof x);return 0;}
int main(){pthread_t s;GO(s,f,0);x.a[1]=1;JOIN(s);}
