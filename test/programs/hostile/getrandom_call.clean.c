// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <sys/random.h>
F(w){char b[8];assert(getrandom(b,8,0)==8);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
