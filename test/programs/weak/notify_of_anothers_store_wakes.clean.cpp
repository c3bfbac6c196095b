// SPDX-License-Identifier: Apache-2.0
// The store happens before the notification, which another thread makes.
#include <atomic>
#include <thread>
std::atomic<int> word, stored;
int main() {
  std::thread a([] { word.wait(0, std::memory_order_relaxed); });
  std::thread b([] {
    word.store(1, std::memory_order_relaxed);
    stored.store(1, std::memory_order_release);
  });
  std::thread c([] {
    while (stored.load(std::memory_order_acquire) == 0) {}
    word.notify_one();
  });
  a.join();
  b.join();
  c.join();
}
