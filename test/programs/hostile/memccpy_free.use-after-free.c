// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char d[16];
T(f){memccpy(d,p,'x',8);return 0;}
int main(){char*q=calloc(1,16);pthread_t s;GO(s,f,q);free(q);JOIN(s);}
