// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){int v=0;t=thread([&v]{v=1;});throw 1;}
int main(){try{f();}catch(int){}t.join();}
