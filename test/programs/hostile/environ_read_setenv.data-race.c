// SPDX-License-Identifier: Apache-2.0
#include "short.h"
extern char**environ;
F(w){setenv("HXY","1",1);return 0;}
int main(void){GO(t,w);char*volatile p=environ[0];J(t);return 0;}
