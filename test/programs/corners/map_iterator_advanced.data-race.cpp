// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <thread>
#include <mutex>
std::map<int,int> m{{1,1},{5,5}}; std::mutex l;
int main(){
  auto it = m.find(1);
  std::thread t([]{ std::lock_guard k(l); m[2] = 2; });
  ++it;                          // walks the tree without the lock
  int v = it->second;
  t.join();
  return v == 5 || v == 2 ? 0 : 1;
}
