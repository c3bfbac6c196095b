// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){return (void*)(intptr_t)*(int*)p;}
int main(){pthread_t t[2];for(int i=0;i<2;i++){int v=i;GO(t[i],f,&v);}JOIN(t[0]);JOIN(t[1]);}
