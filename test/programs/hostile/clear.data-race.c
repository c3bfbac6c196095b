// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{int a[64];}x;
T(f){x=(struct S){0};return 0;}
int main(){pthread_t s;GO(s,f,0);x.a[40]=1;JOIN(s);}
