// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int a,b;int x;
T(f){for(int i=1;i<=3;i++){while(a!=i);x+=i;b=i;}return 0;}
int main(){pthread_t s;GO(s,f,0);for(int i=1;i<=3;i++){x+=10;a=i;while(b!=i);}JOIN(s);assert(x==36);}
