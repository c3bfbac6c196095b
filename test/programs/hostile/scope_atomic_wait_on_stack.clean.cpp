// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){atomic<int> a{0};t=thread([&a]{a.store(1);a.notify_one();});a.wait(0);}
int main(){f();t.join();}
