// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <thread>
std::list<int> a{1,2,3},b{4};
int main(){ std::thread t([]{ a.splice(a.end(),b); }); int n=b.size(); t.join(); return n>1; }
