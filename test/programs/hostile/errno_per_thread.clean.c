// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){errno=0;assert(close(-1)==-1&&errno==EBADF);return 0;}
int main(void){GO(t,w);errno=0;errno=5;assert(errno==5);J(t);assert(errno==5);return 0;}
