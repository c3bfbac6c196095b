// SPDX-License-Identifier: Apache-2.0
// Two threads rethrow one exception, and both change it: the counts of its owners order only its end.
#include <exception>
#include <thread>
struct Error {
  int value = 0;
};
int main() {
  const std::exception_ptr shared = std::make_exception_ptr(Error{});
  const auto change = [shared] {
    try {
      std::rethrow_exception(shared);
    } catch (Error& error) {
      ++error.value;
    }
  };
  std::thread first(change), second(change);
  first.join();
  second.join();
}
