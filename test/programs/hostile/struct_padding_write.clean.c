// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{char a;long c;}S;S s;
F(w){s.a=1;return 0;}
int main(void){GO(t,w);s.c=2;J(t);assert(s.a==1&&s.c==2);return 0;}
