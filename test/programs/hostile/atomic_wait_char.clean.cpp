// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){atomic<char> a{0};int x=0;jthread t([&]{x=1;a.store(1);a.notify_all();});a.wait(0);assert(x==1);}
