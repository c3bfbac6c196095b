// SPDX-License-Identifier: Apache-2.0
// right
#include <latch>
#include <thread>
int a,b;
int main(){std::latch l(2);std::thread t([&]{a=1;l.count_down();}),u([&]{b=1;l.count_down();});l.wait();int r=a+b;t.join();u.join();return r!=2;}
