// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <arpa/inet.h>
struct in_addr a;
F(noop){return 0;}
F(w){inet_pton(AF_INET,"1.2.3.4",&a);return 0;}
int main(void){GO(t,w);volatile long k=(long)(a.s_addr);J(t);return 0;}
