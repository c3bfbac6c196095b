// SPDX-License-Identifier: Apache-2.0
// right: threads moved into a vector
#include <thread>
#include <vector>
#include <atomic>
int main(){std::atomic<int> n{0};std::vector<std::thread> v;for(int i=0;i<3;i++)v.emplace_back([&]{n.fetch_add(1,std::memory_order_relaxed);});for(auto&t:v)t.join();return n!=3;}
