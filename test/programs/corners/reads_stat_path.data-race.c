// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <sys/stat.h>
char l[]="/tmp";
F(noop){return 0;}
F(w){struct stat s;stat(l,&s);return 0;}
int main(void){GO(t,w);l[1]=100;J(t);return 0;}
