// SPDX-License-Identifier: Apache-2.0
// Floating-point atomics.
#include <atomic>
#include <thread>

std::atomic<double> d{0};

int main() {
  std::thread first([] {
    for (int i = 0; i < 100; i++) d.fetch_add(0.5);
  });
  std::thread second([] {
    for (int i = 0; i < 100; i++) d.fetch_sub(0.5);
  });
  first.join();
  second.join();
  return d.load() == 0 ? 0 : 9;
}
