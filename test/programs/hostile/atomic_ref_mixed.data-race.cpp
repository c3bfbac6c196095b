// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){int x=0;{jthread a([&]{atomic_ref<int>(x)++;}),b([&]{x++;});}}
