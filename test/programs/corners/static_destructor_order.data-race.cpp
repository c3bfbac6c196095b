// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <map>
std::map<int,int>& table() { static std::map<int,int> t; return t; }
std::mutex& lock() { static std::mutex m; return m; }
int main(){
  { std::lock_guard l(lock()); table()[1] = 1; }
  std::thread([]{ std::lock_guard l(lock()); table()[2] = 2; }).detach();
}
