// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){char b[]="a b",*q;assert(!strcmp(strtok_r(b," ",&q),"a"));assert(!strcmp(strtok_r(0," ",&q),"b"));return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
