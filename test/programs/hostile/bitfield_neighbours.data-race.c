// SPDX-License-Identifier: Apache-2.0
#include "short.h"
struct{unsigned a:4,b:4;}s;
F(w){s.a=1;return 0;}
int main(void){GO(t,w);s.b=2;J(t);return 0;}
