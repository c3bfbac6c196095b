// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char nm[16]="abc";
T(f){pthread_setname_np(pthread_self(),nm);return 0;}
int main(){pthread_t s;GO(s,f,0);nm[0]='x';JOIN(s);}
