// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){exit(3);}
int main(void){GO(t,w);J(t);return 0;}
