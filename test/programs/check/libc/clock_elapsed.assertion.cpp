// SPDX-License-Identifier: Apache-2.0
// Nobody promises that it takes less than a second.
#include <cassert>
#include <chrono>
#include <thread>
int main() {
  const auto start = std::chrono::steady_clock::now();
  std::thread t([] {});
  t.join();
  assert(std::chrono::steady_clock::now() - start < std::chrono::seconds(1));
}
