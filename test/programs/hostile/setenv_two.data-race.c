// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){setenv("A1","1",1);return 0;}
int main(void){GO(t,w);setenv("A2","1",1);J(t);return 0;}
