// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <sys/resource.h>
struct rusage u;
F(noop){return 0;}
F(w){getrusage(RUSAGE_SELF,&u);return 0;}
int main(void){GO(t,w);volatile long k=(long)(u.ru_maxrss);J(t);return 0;}
