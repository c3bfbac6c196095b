// SPDX-License-Identifier: Apache-2.0
#include "short.h"
int a[100000];
F(w){for(int i=0;i<50001;i++)a[i]=i;return 0;}
int main(void){GO(t,w);for(int i=50000;i<100000;i++)a[i]=i;J(t);return 0;}
