// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){time_t t=0;volatile int y=localtime(&t)->tm_year;return 0;}
int main(void){GO(t,w);time_t q=1;volatile int y=localtime(&q)->tm_year;J(t);return 0;}
