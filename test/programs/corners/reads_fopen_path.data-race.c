// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
char l[]="/dev/null";
F(noop){return 0;}
F(w){FILE*f=fopen(l,"r");if(f)fclose(f);return 0;}
int main(void){GO(t,w);l[1]=100;J(t);return 0;}
