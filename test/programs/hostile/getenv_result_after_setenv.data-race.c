// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){setenv("HOME","/xxxxxxxxxxxxxxxxxxxxxxxxxxxx",1);return 0;}
int main(void){char*p=getenv("HOME");GO(t,w);volatile char*q=getenv("PATH");J(t);return 0;}
