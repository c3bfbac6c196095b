// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) int f(){int v=0;promise<void> p;auto g=p.get_future();t=thread([&v,q=move(p)]()mutable{v=2;q.set_value();});g.get();return v;}
int main(){assert(f()==2);t.join();}
