// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[4];
T(f){explicit_bzero(b,4);return 0;}
int main(){pthread_t s;GO(s,f,0);b[2]='x';JOIN(s);}
