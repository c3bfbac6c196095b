// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <thread>
std::set<int> a{1,2,3,4,5};
int main(){ auto i=a.begin(); std::thread t([]{ a.erase(5); }); ++i; ++i; int r=*i; ++i; ++i; r+=*i==4; t.join(); return r>9; }
