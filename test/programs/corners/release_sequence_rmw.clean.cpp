// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
std::atomic<int> f{0}; int d;
int main(){
  std::thread a([]{ d = 1; f.store(1, std::memory_order_release); });
  std::thread b([]{ int e = 1; f.compare_exchange_strong(e, 2, std::memory_order_relaxed); });
  std::thread c([]{ if (f.load(std::memory_order_acquire) == 2) assert(d == 1); });
  a.join(); b.join(); c.join();
}
