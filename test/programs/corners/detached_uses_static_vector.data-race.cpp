// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
#include <mutex>
std::mutex m; std::vector<int> log_;
int main(){
  std::thread([]{ std::lock_guard l(m); log_.push_back(1); }).detach();
  { std::lock_guard l(m); log_.push_back(0); }
}  // the vector is destroyed while the thread may append
