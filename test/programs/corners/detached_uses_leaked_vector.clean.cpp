// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
#include <mutex>
std::mutex& m = *new std::mutex; std::vector<int>& log_ = *new std::vector<int>;
int main(){
  std::thread([]{ std::lock_guard l(m); log_.push_back(1); }).detach();
  { std::lock_guard l(m); log_.push_back(0); }
}
