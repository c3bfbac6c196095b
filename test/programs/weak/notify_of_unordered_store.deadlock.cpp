// SPDX-License-Identifier: Apache-2.0
// The store is seen by who notifies, and still does not happen before the notification.
#include <atomic>
#include <thread>
std::atomic<int> word;
int main() {
  std::thread a([] { word.wait(0, std::memory_order_relaxed); });
  std::thread b([] { word.store(1, std::memory_order_relaxed); });
  if (word.load(std::memory_order_relaxed) == 1)
    word.notify_one();
  else
    word.store(1, std::memory_order_relaxed), word.notify_one();
  a.join();
  b.join();
}
