// SPDX-License-Identifier: Apache-2.0
// atomic_ref on one side only.
// expect-variable: x
#include <atomic>
#include <thread>

int x;

int main() {
  std::thread first([] { std::atomic_ref<int>(x)++; });
  std::thread second([] { x++; });
  first.join();
  second.join();
}
