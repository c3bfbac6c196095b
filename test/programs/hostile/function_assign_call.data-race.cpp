// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){function<int()> f=[]{return 1;};jthread a([&]{f=[]{return 2;};});volatile int v=f();}
