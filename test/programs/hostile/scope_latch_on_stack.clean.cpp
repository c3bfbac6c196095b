// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){latch l(1);t=thread([&l]{l.count_down();});l.wait();}
int main(){f();t.join();}
