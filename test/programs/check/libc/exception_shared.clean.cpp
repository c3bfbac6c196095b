// SPDX-License-Identifier: Apache-2.0
// Two threads have one exception: who gives it up last destroys it.
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr one = std::make_exception_ptr(std::runtime_error("a text that is longer than a short one"));
  std::size_t length = 0;
  std::thread t([&length, other = one]() mutable {
    try {
      std::rethrow_exception(std::move(other));
    } catch (const std::exception& e) {
      length = std::string(e.what()).size();
    }
  });
  try {
    std::rethrow_exception(std::move(one));
  } catch (const std::exception& e) {
    if (std::string(e.what()).empty()) return 1;
  }
  t.join();
  return length == 38 ? 0 : 1;
}
