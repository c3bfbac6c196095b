// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){mutex m;condition_variable c;bool done=false;t=thread([&]{lock_guard<mutex>g(m);done=true;c.notify_one();});unique_lock<mutex>l(m);c.wait(l,[&]{return done;});}
int main(){f();t.join();}
