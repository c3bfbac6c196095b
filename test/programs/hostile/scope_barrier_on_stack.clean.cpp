// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){barrier b(2);thread t([&]{b.arrive_and_wait();});b.arrive_and_wait();t.join();}
