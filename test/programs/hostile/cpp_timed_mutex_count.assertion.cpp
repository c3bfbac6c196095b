// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){timed_mutex m;jthread t([&]{lock_guard l(m);this_thread::yield();});int n=0;while(!m.try_lock_for(1s))n++;m.unlock();assert(n<7);}
