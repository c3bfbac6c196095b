// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){atomic<int> a{0};int x=0;jthread t([&]{x=1;a.store(1,REL);a.notify_one();});a.wait(0,ACQ);assert(x==1);}
