// SPDX-License-Identifier: Apache-2.0
#include "words.h"
void*r;
T(n){return 0;}
T(g){void*q=r;return q;}
int main(){pthread_t s,t;GO(s,n,0);GO(t,g,0);pthread_join(s,&r);JOIN(t);}
