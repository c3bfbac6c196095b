// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int x;
F(w){x=1;return 0;}
int main(void){GO(t,w);sleep(1);x=2;J(t);return 0;}
