// SPDX-License-Identifier: Apache-2.0
// wrong: latch of 1 opened by first of two: main's read of b races with u's write
#include <latch>
#include <thread>
int a,b;
int main(){std::latch l(1);std::thread t([&]{a=1;l.count_down();}),u([&]{b=1;l.wait();});l.wait();int r=a+b;t.join();u.join();return r>5;}
