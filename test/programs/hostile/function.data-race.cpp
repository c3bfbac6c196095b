// SPDX-License-Identifier: Apache-2.0
// wrong: std::function assigned while called
#include <functional>
#include <thread>
std::function<int()> f=[]{return 1;};
int main(){std::thread t([]{f();});f=[]{return 2;};t.join();return 0;}
