// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <locale.h>
F(w){assert(setlocale(LC_ALL,0));return 0;}
int main(void){GO(t,w);char b[16];snprintf(b,16,"%d",1);assert(setlocale(LC_ALL,0));J(t);return 0;}
