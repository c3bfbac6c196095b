// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <alloca.h>
F(w){((char*)arg)[3]=7;return 0;}
int main(int n,char**v){char*p=alloca(n+8);char q[n+4];GOA(t,w,p);GOA(u,w,q);J(t);J(u);assert(p[3]==7&&q[3]==7);return 0;}
