// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
struct timespec q;
F(noop){return 0;}
F(w){clock_getres(CLOCK_MONOTONIC,&q);return 0;}
int main(void){GO(t,w);volatile long k=(long)(q.tv_nsec);J(t);return 0;}
