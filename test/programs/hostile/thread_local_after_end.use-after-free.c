// SPDX-License-Identifier: Apache-2.0
#include "short.h"
_Thread_local int tl; int*_Atomic p;
F(w){tl=1;p=&tl;return 0;}
int main(void){GO(t,w);J(t);*p=3;return 0;}
