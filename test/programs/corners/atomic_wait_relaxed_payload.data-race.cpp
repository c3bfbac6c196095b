// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> v{0}; int data;
int main(){
  std::thread a([]{ v.wait(0, std::memory_order_relaxed); if (data != 7) __builtin_trap(); });
  data = 7; v.store(1, std::memory_order_release); v.notify_one();
  a.join();
}
