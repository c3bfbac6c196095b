// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S{atomic<int> x{0};jthread t;S():t([this]{x=1;}){}};
int main(){S s;}
