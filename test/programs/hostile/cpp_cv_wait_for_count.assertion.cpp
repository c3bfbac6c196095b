// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){mutex m;condition_variable c;bool f=false;jthread t([&]{{lock_guard l(m);f=true;}c.notify_one();});int n=0;unique_lock l(m);while(!c.wait_for(l,1s,[&]{return f;}))n++;l.unlock();assert(n<7);}
