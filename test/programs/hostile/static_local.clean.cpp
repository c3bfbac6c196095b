// SPDX-License-Identifier: Apache-2.0
// right: magic static
#include <thread>
struct S{int v;S():v(7){}};
S&get(){static S s;return s;}
int main(){int a=0,b=0;{std::jthread t([&]{a=get().v;}),u([&]{b=get().v;});}return a+b!=14;}
