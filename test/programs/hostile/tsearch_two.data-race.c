// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <search.h>
void*root;int c(const void*a,const void*b){return a<b?-1:a>b;}int k[2];
F(w){tsearch(arg,&root,c);return 0;}
int main(void){GOA(t,w,k);w(k+1);J(t);return 0;}
