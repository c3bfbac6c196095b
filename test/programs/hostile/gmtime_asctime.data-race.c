// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){time_t t=0;struct tm m;gmtime_r(&t,&m);volatile char c=asctime(&m)[0];return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
