// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(n){return (void*)(intptr_t)*(int*)p;}
int main(){pthread_t t[2];int i;for(i=0;i<2;i++)GO(t[i],n,&i);JOIN(t[0]);JOIN(t[1]);}
