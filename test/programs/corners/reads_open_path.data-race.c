// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <fcntl.h>
char l[]="/dev/null";
F(noop){return 0;}
F(w){int f=open(l,O_RDONLY);if(f>=0)close(f);return 0;}
int main(void){GO(t,w);l[1]=100;J(t);return 0;}
