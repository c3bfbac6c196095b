// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{char a;int b;long c;}S;S s,u;
F(w){u=s;return 0;}
int main(void){GO(t,w);s.c=2;J(t);return 0;}
