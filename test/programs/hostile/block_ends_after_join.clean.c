// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){++*(int*)arg;return 0;}
int main(void){for(int i=0;i<3;i++){int x=i;GOA(t,w,&x);J(t);assert(x==i+1);}return 0;}
