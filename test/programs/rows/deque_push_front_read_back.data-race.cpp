// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <thread>
std::deque<int> a{1,2};
int main(){ std::thread t([]{ a.push_front(3); }); int n=a.size(); t.join(); return n>3; }
