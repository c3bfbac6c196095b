// SPDX-License-Identifier: Apache-2.0
// A notification orders nothing: both loads may miss the other's store.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x, y, nobody;
int r, s;
int main() {
  std::thread a([] {
    x.store(1, std::memory_order_relaxed);
    nobody.notify_one();
    r = y.load(std::memory_order_relaxed);
  });
  std::thread b([] {
    y.store(1, std::memory_order_relaxed);
    nobody.notify_one();
    s = x.load(std::memory_order_relaxed);
  });
  a.join();
  b.join();
  assert(r || s);
}
