// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int x,y;int main(){barrier b(2);jthread t([&]{x=1;(void)b.arrive();y=2;});b.arrive_and_wait();int volatile s=x+y;}
