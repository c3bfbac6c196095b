// SPDX-License-Identifier: Apache-2.0
// wrong: std::chrono stamps of two threads compared
#include <chrono>
#include <thread>
#include <cassert>
int main(){std::chrono::steady_clock::time_point a,b;std::thread t([&]{a=std::chrono::steady_clock::now();});b=std::chrono::steady_clock::now();t.join();assert(a>=b);return 0;}
