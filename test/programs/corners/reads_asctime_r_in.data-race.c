// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
struct tm m={.tm_mday=1};
F(noop){return 0;}
F(w){char b[64];asctime_r(&m,b);return 0;}
int main(void){GO(t,w);m.tm_mday=2;J(t);return 0;}
