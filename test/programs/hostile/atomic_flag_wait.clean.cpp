// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){atomic_flag f;int x=0;jthread t([&]{x=1;f.test_and_set();f.notify_one();});f.wait(false);assert(x==1);}
