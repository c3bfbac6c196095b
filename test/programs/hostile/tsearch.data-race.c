// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <search.h>
void*root;
int c(const void*x,const void*y){return (x>y)-(x<y);}
T(f){tsearch(p,&root,c);return 0;}
int main(){pthread_t s,t;GO(s,f,(void*)1);GO(t,f,(void*)2);JOIN(s);JOIN(t);}
