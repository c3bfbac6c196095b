// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <thread>
std::map<int,int> a{{1,1},{2,2}};
int main(){ std::thread t([]{ a[3]=1; }); int r=a.count(2); t.join(); return r-1; }
