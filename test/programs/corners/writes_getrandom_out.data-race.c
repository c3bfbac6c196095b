// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <sys/random.h>
char l[8];
F(noop){return 0;}
F(w){if(getrandom(l,8,0)<0)abort();return 0;}
int main(void){GO(t,w);volatile long k=(long)(l[0]);J(t);return 0;}
