// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
int pol;struct sched_param sp;
F(noop){return 0;}
F(w){pthread_getschedparam(pthread_self(),&pol,&sp);return 0;}
int main(void){GO(t,w);volatile long k=(long)(pol);J(t);return 0;}
