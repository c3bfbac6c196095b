// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
__attribute__((noinline)) void f(){int v=0;thread t([&v]{v=1;});t.join();if(v)throw 1;}
int main(){try{f();}catch(int){return 0;}return 1;}
