// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
char l[16];
F(noop){return 0;}
F(w){pthread_getname_np(pthread_self(),l,16);return 0;}
int main(void){GO(t,w);volatile long k=(long)(l[0]);J(t);return 0;}
