// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <signal.h>
struct sigaction o;
F(noop){return 0;}
F(w){sigaction(SIGUSR1,0,&o);return 0;}
int main(void){GO(t,w);volatile long k=(long)(o.sa_flags);J(t);return 0;}
