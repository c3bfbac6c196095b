// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <thread>
std::list<int> a{1,2};
int main(){ std::thread t([]{ a.front()=3; }); a.back()=4; t.join(); return a.front()+a.back()-7; }
