// SPDX-License-Identifier: Apache-2.0
// Whatever the orders, who waits with an old value is woken by a notification after the store.
#include <atomic>
#include <thread>
std::atomic<int> word;
int main() {
  std::thread a([] { word.wait(0, std::memory_order_relaxed); });
  std::thread b([] { word.wait(0, std::memory_order_relaxed); });
  word.store(1, std::memory_order_relaxed);
  word.notify_all();
  a.join();
  b.join();
}
