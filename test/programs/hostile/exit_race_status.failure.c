// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){exit(0);}
int main(void){GO(t,w);return 4;}
