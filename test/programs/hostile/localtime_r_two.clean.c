// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){time_t t=0;struct tm m;assert(localtime_r(&t,&m)&&m.tm_year>=69);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
