// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <search.h>
struct q{struct q*n,*p;int v;}h,a,b;
T(f){insque(p,&h);return 0;}
int main(){pthread_t s,t;GO(s,f,&a);GO(t,f,&b);JOIN(s);JOIN(t);}
