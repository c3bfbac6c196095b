// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <signal.h>
sigset_t s;
F(noop){return 0;}
F(w){sigfillset(&s);return 0;}
int main(void){GO(t,w);volatile long k=(long)(*(char*)&s);J(t);return 0;}
