// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int x;int main(){barrier b(2);jthread t([&]{x=1;b.arrive_and_drop();});b.arrive_and_wait();x=2;b.arrive_and_wait();assert(x==2);}
