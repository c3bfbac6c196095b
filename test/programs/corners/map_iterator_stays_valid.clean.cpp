// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <thread>
#include <mutex>
std::map<int,int> m{{1,1}}; std::mutex l;
int main(){
  auto it = m.find(1);
  std::thread t([]{ std::lock_guard k(l); m[2] = 2; m[0] = 0; });
  it->second++;                 // the element, not the tree
  t.join();
  return m[1] - 2;
}
