// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){static char e[]="HX=1";putenv(e);return 0;}
int main(void){GO(t,w);volatile char*p=getenv("HX");J(t);return 0;}
