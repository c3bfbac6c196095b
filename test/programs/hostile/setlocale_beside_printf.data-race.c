// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
F(w){setlocale(LC_ALL,"C");return 0;}
int main(void){char b[16];GO(t,w);snprintf(b,16,"%f",1.5);J(t);return 0;}
