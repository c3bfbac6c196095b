// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){mutex m;t=thread([&m]{lock_guard<mutex>g(m);});}
int main(){f();t.join();}
