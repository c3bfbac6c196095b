// SPDX-License-Identifier: Apache-2.0
// A whole program, without <heddle/check.h>: one schedule lets an exception leave its thread.
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread t([] {
    if (x == 1) throw std::runtime_error("one");
  });
  x = 1;
  t.join();
}
