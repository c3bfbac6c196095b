// SPDX-License-Identifier: Apache-2.0
// wrong: arrive() without wait then touches what completion writes
#include <barrier>
#include <thread>
int n;
int main(){std::barrier bar(2,[]()noexcept{n++;});std::thread t([&]{auto tok=bar.arrive();n=5;bar.wait(std::move(tok));}),u([&]{bar.arrive_and_wait();});t.join();u.join();return 0;}
