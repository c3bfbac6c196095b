// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{int a[16];}x;
struct S get(void){return x;}
T(f){struct S l=get();return (void*)(intptr_t)l.a[3];}
int main(){pthread_t s;GO(s,f,0);x.a[9]=1;JOIN(s);}
