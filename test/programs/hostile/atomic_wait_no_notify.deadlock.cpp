// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){atomic<int> a{0};jthread t([&]{a.store(1);});a.wait(0);}
