// SPDX-License-Identifier: Apache-2.0
// wrong: list size() vs splice
#include <list>
#include <thread>
int main(){std::list<int> a{1,2},b{3};size_t n=0;std::thread t([&]{n=a.size();});a.splice(a.end(),b);t.join();return n>3;}
