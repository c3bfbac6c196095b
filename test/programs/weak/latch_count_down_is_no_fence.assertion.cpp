// SPDX-License-Identifier: Apache-2.0
// count_down releases what came before it, and takes over nothing.
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
std::latch latch(2);
std::atomic<int> x, y;
int r, s;
int main() {
  std::thread a([] {
    x.store(1, std::memory_order_relaxed);
    latch.count_down();
    r = y.load(std::memory_order_relaxed);
  });
  std::thread b([] {
    y.store(1, std::memory_order_relaxed);
    latch.count_down();
    s = x.load(std::memory_order_relaxed);
  });
  a.join();
  b.join();
  assert(r || s);
}
