// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){volatile char c=strerror(7777)[0];return 0;}
int main(void){GO(t,w);char*p=strerror(8888);volatile char c=p[3];J(t);return 0;}
