// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){atomic<int> a{0};jthread t([&]{a.wait(0);}),u([&]{a.wait(0);});a=1;a.notify_one();}
