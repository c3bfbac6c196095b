// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){int*a=malloc(16);a[0]=1;free(a);int*b=malloc(16);b[0]=2;free(b);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
