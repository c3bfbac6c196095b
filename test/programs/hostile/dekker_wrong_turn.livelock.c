// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int fl[2];int x;
F(w){long i=(long)arg;fl[i]=1;while(fl[1-i]);x++;fl[i]=0;return 0;}
int main(void){GOA(t,w,1);w(0);J(t);return 0;}
