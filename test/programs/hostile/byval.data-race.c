// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{int a[16];}x;
__attribute__((noinline)) int use(struct S s){return s.a[2];}
T(f){return (void*)(intptr_t)use(x);}
int main(){pthread_t s;GO(s,f,0);x.a[9]=1;JOIN(s);}
