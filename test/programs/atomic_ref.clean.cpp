// SPDX-License-Identifier: Apache-2.0
// atomic_ref on both sides.
#include <atomic>
#include <thread>

int x;

int main() {
  std::thread first([] { std::atomic_ref<int>(x)++; });
  std::thread second([] { std::atomic_ref<int>(x)++; });
  first.join();
  second.join();
}
