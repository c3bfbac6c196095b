// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){struct tm m={.tm_year=100,.tm_mday=1};char b[64];mktime(&m);assert(strftime(b,64,"%Y-%m-%d",&m)==10);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
