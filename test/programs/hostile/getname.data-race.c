// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char b[32];
T(f){pthread_getname_np(pthread_self(),b,32);return 0;}
int main(){pthread_t s;GO(s,f,0);b[0]=0;JOIN(s);}
