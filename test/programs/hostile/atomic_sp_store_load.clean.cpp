// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){auto p=make_shared<int>(1);jthread a([&]{atomic_store(&p,make_shared<int>(2));});auto q=atomic_load(&p);assert(*q==1||*q==2);}
