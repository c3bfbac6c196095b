// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
std::atomic<int> v{0}; int data;
int main(){
  std::thread a([]{ v.wait(0, std::memory_order_acquire); assert(data == 7); });
  data = 7; v.store(1, std::memory_order_release); v.notify_one();
  a.join();
}
