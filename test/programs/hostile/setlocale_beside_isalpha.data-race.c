// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
#include <ctype.h>
volatile int c='a';
F(w){setlocale(LC_CTYPE,"C");return 0;}
int main(void){GO(t,w);int r=isalpha(c)!=0;J(t);return !r;}
