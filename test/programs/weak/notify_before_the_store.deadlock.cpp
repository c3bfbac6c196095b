// SPDX-License-Identifier: Apache-2.0
// Nobody notifies after the store: who waits may go on waiting.
#include <atomic>
#include <thread>
std::atomic<int> word;
int main() {
  std::thread a([] { word.wait(0, std::memory_order_relaxed); });
  word.notify_one();
  word.store(1, std::memory_order_relaxed);
  a.join();
}
