// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){bzero(p,16);return 0;}
int main(){char*q=malloc(16);pthread_t s;GO(s,f,q);free(q);JOIN(s);}
