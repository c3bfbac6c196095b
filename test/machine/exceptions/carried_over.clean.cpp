// SPDX-License-Identifier: Apache-2.0
// An exception_ptr takes an exception to another thread.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>
int main() {
  std::exception_ptr error;
  std::thread other([&] {
    try {
      throw std::runtime_error("there");
    } catch (...) {
      error = std::current_exception();
    }
  });
  other.join();
  bool caught = false;
  try {
    if (error) std::rethrow_exception(error);
  } catch (const std::exception& exception) {
    caught = exception.what()[0] == 't';
  }
  assert(caught);
}
