// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <math.h>
double ip;volatile double z=2.5;
F(w){volatile double d=modf(3.5*1.1,&ip);return 0;}
double g(double v){return modf(v,&ip);}
F(u){volatile double d=g(z);return 0;}
int main(void){volatile double q=3.5;GO(t,u);g(q);J(t);return 0;}
