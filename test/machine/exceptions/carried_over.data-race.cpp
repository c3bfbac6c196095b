// SPDX-License-Identifier: Apache-2.0
// Nothing orders the pointer to it.
#include <exception>
#include <stdexcept>
#include <thread>
volatile bool seen;
int main() {
  std::exception_ptr error;
  std::thread other([&] {
    try {
      throw std::runtime_error("there");
    } catch (...) {
      error = std::current_exception();
    }
  });
  if (error) seen = true;
  other.join();
}
