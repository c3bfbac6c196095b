// SPDX-License-Identifier: Apache-2.0
// A seqlock whose data are relaxed atomics between fences.
#include <atomic>
#include <thread>

std::atomic<unsigned> version;
std::atomic<int> a, b;
int bad;

int main() {
  std::thread first([] {
    for (int i = 1; i <= 200; i++) {
      version.store(2 * i - 1, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_release);
      a.store(i, std::memory_order_relaxed);
      b.store(i, std::memory_order_relaxed);
      version.store(2 * i, std::memory_order_release);
    }
  });
  std::thread second([] {
    for (int i = 0; i < 200; i++) {
      const unsigned before = version.load(std::memory_order_acquire);
      const int x = a.load(std::memory_order_relaxed), y = b.load(std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && before == version.load(std::memory_order_relaxed) && x != y) bad++;
    }
  });
  first.join();
  second.join();
  return bad == 0 ? 0 : 9;
}
