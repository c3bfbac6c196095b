// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){mutex m;condition_variable c;bool d=false;t=thread([&]{{lock_guard l(m);d=true;}c.notify_one();});unique_lock l(m);c.wait(l,[&]{return d;});}
int main(){f();t.join();}
