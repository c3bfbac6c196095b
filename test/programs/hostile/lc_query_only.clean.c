// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
F(w){volatile double d=strtod("1.5",0);return 0;}
int main(void){setlocale(LC_ALL,"");GO(t,w);w(0);J(t);return 0;}
