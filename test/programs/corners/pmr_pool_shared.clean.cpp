// SPDX-License-Identifier: Apache-2.0
#include <memory_resource>
#include <thread>
#include <vector>
int main(){
  std::pmr::synchronized_pool_resource r;
  auto f = [&]{ std::pmr::vector<int> v(&r); for (int i = 0; i < 10; i++) v.push_back(i); };
  std::thread t(f); f(); t.join();
}
