// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <math.h>
volatile double d=-0.5;
F(w){lgamma(d);return 0;}
int main(void){GO(t,w);volatile int s=signgam;(void)s;J(t);return 0;}
