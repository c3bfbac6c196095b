// SPDX-License-Identifier: Apache-2.0
// The handler is for something else.
#include <stdexcept>
#include <thread>
int main() {
  std::thread other([] {
    try {
      throw std::logic_error("x");
    } catch (const std::runtime_error&) {
    }
  });
  other.join();
}
