// SPDX-License-Identifier: Apache-2.0
// right: synchronized_pool_resource
#include <memory_resource>
#include <thread>
#include <vector>
int main(){std::pmr::synchronized_pool_resource r;std::thread t([&]{std::pmr::vector<int> v(10,&r);});{std::pmr::vector<int> v(10,&r);}t.join();return 0;}
