// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
F(w){locale_t l=newlocale(LC_ALL_MASK,"C",0);uselocale(l);char b[16];snprintf(b,16,"%.1f",1.5);assert(!strcmp(b,"1.5"));uselocale(LC_GLOBAL_LOCALE);freelocale(l);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
