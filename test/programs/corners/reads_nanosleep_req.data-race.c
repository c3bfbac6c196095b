// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
struct timespec q={0,100};
F(noop){return 0;}
F(w){nanosleep(&q,0);return 0;}
int main(void){GO(t,w);q.tv_nsec=5;J(t);return 0;}
