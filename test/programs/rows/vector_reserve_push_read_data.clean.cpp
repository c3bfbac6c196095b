// SPDX-License-Identifier: Apache-2.0
#include <vector>
#include <thread>
std::vector<int> v;
int main(){ v.reserve(8); v.push_back(1); int*p=v.data(); std::thread t([]{ v.push_back(2); }); int r=*p; t.join(); return r-1; }
