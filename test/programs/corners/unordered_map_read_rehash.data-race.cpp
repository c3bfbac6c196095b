// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>
#include <thread>
#include <mutex>
#include <shared_mutex>
std::unordered_map<int,int> m{{1,1}}; std::shared_mutex l;
int main(){
  std::thread t([]{ std::shared_lock k(l); m[2]++; });     // operator[] inserts
  { std::shared_lock k(l); (void)m.count(1); volatile auto z = m.find(1)->second; (void)z; }
  t.join();
}
