// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <mutex>
std::mutex m; std::atomic<int> slow{0};
int main(){
  std::lock_guard l(m);
  if (slow == 0) { auto f = std::async(std::launch::async, []{ slow = 1; std::lock_guard k(m); }); }
}
