// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){*(int*)arg=1;return 0;}
int main(void){for(int i=0;i<3;i++){int x;GOA(t,w,&x);J(t);assert(x==1);}return 0;}
