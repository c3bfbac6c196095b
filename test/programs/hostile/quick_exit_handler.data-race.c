// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int n;void h(void){n=2;}
F(w){n=1;return 0;}
int main(void){at_quick_exit(h);GO(t,w);quick_exit(0);}
