// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
thread t;
__attribute__((noinline)) void f(){char text[]="abcdefgh";t=thread([v=string_view(text)]{volatile char c=v[3];(void)c;});}
int main(){f();t.join();}
