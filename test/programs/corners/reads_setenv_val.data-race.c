// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
char l[]="abc";
F(noop){return 0;}
F(w){setenv("QQ",l,1);return 0;}
int main(void){GO(t,w);l[1]=100;J(t);return 0;}
