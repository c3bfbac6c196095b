// SPDX-License-Identifier: Apache-2.0
// Exceptions unwind through instrumented frames and into a future.
#include <future>
#include <stdexcept>
#include <string>

int depth(int n) {
  if (n == 0) throw std::runtime_error("bottom");
  return depth(n - 1) + 1;
}

int main() {
  int caught = 0;
  for (int i = 0; i < 50; i++) {
    auto task = std::async(std::launch::async, [] { return depth(20); });
    try {
      task.get();
    } catch (const std::runtime_error& error) {
      caught += std::string(error.what()) == "bottom";
    }
  }
  return caught == 50 ? 0 : 9;
}
