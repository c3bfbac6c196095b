// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int x;
void h(void){x=1;}
F(w){x=2;return 0;}
int main(void){atexit(h);GO(t,w);pthread_detach(t);return 0;}
