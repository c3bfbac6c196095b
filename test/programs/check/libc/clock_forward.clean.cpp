// SPDX-License-Identifier: Apache-2.0
// Time does not go back.
#include <cassert>
#include <chrono>
#include <thread>
int main() {
  const auto start = std::chrono::steady_clock::now();
  std::thread t([&] { assert(std::chrono::steady_clock::now() >= start); });
  t.join();
  assert(std::chrono::steady_clock::now() >= start);
}
