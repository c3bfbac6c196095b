// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_intptr_t q;
T(f){int*p_=malloc(4);*p_=7;q=(intptr_t)p_;return 0;}
int main(){pthread_t s;GO(s,f,0);while(!q);assert(*(int*)q==7);free((void*)q);JOIN(s);}
