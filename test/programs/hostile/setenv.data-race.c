// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){setenv("A","b",1);return 0;}
int main(){pthread_t s;GO(s,f,0);char*q=getenv("HOME");(void)q;JOIN(s);}
