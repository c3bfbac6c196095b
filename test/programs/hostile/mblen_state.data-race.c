// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <wchar.h>
F(w){volatile int n=mbrlen("a",1,0);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
