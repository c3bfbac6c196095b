// SPDX-License-Identifier: Apache-2.0
// A thread that starts late.
#include <cassert>
#include <atomic>
#include <ctime>
#include <thread>
std::atomic<bool> done;
int main() {
  const std::time_t start = std::time(nullptr);
  std::thread t([&] { if (std::time(nullptr) - start > 60) done = true; });
  t.join();
  assert(!done);
}
