// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <arpa/inet.h>
F(w){struct in_addr a={1};volatile char c=inet_ntoa(a)[0];return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
