// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <arpa/inet.h>
char l[64];struct in_addr a;
F(noop){return 0;}
F(w){inet_ntop(AF_INET,&a,l,64);return 0;}
int main(void){GO(t,w);volatile long k=(long)(l[0]);J(t);return 0;}
