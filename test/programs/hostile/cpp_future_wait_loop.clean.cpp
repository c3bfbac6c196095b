// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){promise<int> p;auto f=p.get_future();jthread t([&]{p.set_value(3);});while(f.wait_for(1s)!=future_status::ready);assert(f.get()==3);}
