// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
#include <ctype.h>
F(w){char b[16];snprintf(b,16,"%f",1.5);assert(b[0]=='1');assert(isdigit((unsigned char)b[0]));return 0;}
int main(void){setlocale(LC_ALL,"");GO(t,w);GO(u,w);J(t);J(u);setlocale(LC_ALL,"C");return 0;}
