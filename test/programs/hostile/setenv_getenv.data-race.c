// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){setenv("HX","1",1);return 0;}
int main(void){GO(t,w);volatile char*p=getenv("HX");J(t);return 0;}
