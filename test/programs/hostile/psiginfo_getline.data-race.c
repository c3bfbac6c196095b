// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char*l;size_t n;
T(f){FILE*g=fopen("/proc/self/status","r");getline(&l,&n,g);fclose(g);return 0;}
int main(){pthread_t s;GO(s,f,0);n=0;JOIN(s);}
