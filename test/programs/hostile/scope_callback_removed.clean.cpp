// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
mutex m;function<void()> cb;
__attribute__((noinline)) void f(){int x=0;{lock_guard<mutex>l(m);cb=[&x]{x++;};}{lock_guard<mutex>l(m);cb=nullptr;}}
int main(){thread t([]{lock_guard<mutex>l(m);if(cb)cb();});f();t.join();}
