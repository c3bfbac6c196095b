// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int f;
F(w){f=1;return 0;}
int main(void){GO(t,w);int n=0;while(!f&&n<50){n++;usleep(1000);}assert(f);J(t);return 0;}
