// SPDX-License-Identifier: Apache-2.0
// Message passing with relaxed atomics, and notifications of two other ones between them.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> data, flag, nobody;
std::atomic_flag other;
int main() {
  std::thread a([] {
    data.store(1, std::memory_order_relaxed);
    nobody.notify_one();
    flag.store(1, std::memory_order_relaxed);
  });
  std::thread b([] {
    if (flag.load(std::memory_order_relaxed) == 0) return;
    other.notify_all();
    assert(data.load(std::memory_order_relaxed) == 1);
  });
  a.join();
  b.join();
}
