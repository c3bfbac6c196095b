// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){return 0;}
int main(void){GO(t,w);J(t);J(t);return 0;}
