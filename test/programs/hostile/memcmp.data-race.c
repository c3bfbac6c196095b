// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char a[8],b[8];
T(f){return (void*)(long)memcmp(a,b,8);}
int main(){pthread_t s;GO(s,f,0);a[3]=1;JOIN(s);}
