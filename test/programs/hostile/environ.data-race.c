// SPDX-License-Identifier: Apache-2.0
#include "words.h"
extern char**environ;
T(f){setenv("A","b",1);return 0;}
int main(){pthread_t s;GO(s,f,0);char*q=environ[0];(void)*(char*volatile*)&q;JOIN(s);}
