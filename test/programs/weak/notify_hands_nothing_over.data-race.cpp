// SPDX-License-Identifier: Apache-2.0
// Both notify the same atomic, and still nothing orders the data.
#include <atomic>
#include <thread>
std::atomic<int> flag, nobody;
int data, seen;
int main() {
  std::thread a([] {
    data = 1;
    nobody.notify_all();
    flag.store(1, std::memory_order_relaxed);
  });
  std::thread b([] {
    if (flag.load(std::memory_order_relaxed) == 0) return;
    nobody.notify_all();
    seen = data;
  });
  a.join();
  b.join();
}
