// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
struct S{jthread t;int x=0;S():t([this]{x=1;}){}};
int main(){S s;}
