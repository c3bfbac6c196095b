// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int ch[2],num[2];int x;
F(w){long i=(long)arg,j=1-i;ch[i]=1;int a=num[0],b=num[1];num[i]=1+(a>b?a:b);ch[i]=0;while(ch[j]);int k;while((k=num[j])&&(k<num[i]||(k==num[i]&&j<i)));x++;num[i]=0;return 0;}
int main(void){GOA(t,w,1);w(0);J(t);assert(x==2);return 0;}
