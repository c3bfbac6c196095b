// SPDX-License-Identifier: Apache-2.0
// A handler of the base takes it; what() is the derived one's.
#include <cassert>
#include <stdexcept>
#include <thread>
struct Mine : std::runtime_error {
  using std::runtime_error::runtime_error;
};
int main() {
  bool caught = false;
  std::thread worker([&] {
    try {
      throw Mine("abc");
    } catch (const std::logic_error&) {
      assert(false);
    } catch (const std::exception& error) {
      caught = error.what()[1] == 'b';
    }
  });
  worker.join();
  assert(caught);
}
