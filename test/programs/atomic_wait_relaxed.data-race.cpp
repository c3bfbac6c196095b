// SPDX-License-Identifier: Apache-2.0
// A relaxed wait learns nothing.
// expect-variable: x
#include <atomic>
#include <thread>

std::atomic<int> flag;
int x;

int main() {
  std::thread first([] {
    x = 1;
    flag.store(1, std::memory_order_release);
    flag.notify_one();
  });
  std::thread second([] {
    flag.wait(0, std::memory_order_relaxed);
    x++;
  });
  first.join();
  second.join();
}
