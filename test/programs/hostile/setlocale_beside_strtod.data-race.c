// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
F(w){setlocale(LC_NUMERIC,"C");return 0;}
int main(void){GO(t,w);double d=strtod("1.5",0);J(t);return d>2;}
