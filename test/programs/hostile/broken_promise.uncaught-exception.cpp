// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){future<int> f;jthread t;{promise<int> p;f=p.get_future();t=jthread([p=std::move(p)]()mutable{});}f.get();}
