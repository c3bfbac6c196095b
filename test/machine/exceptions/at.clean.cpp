// SPDX-License-Identifier: Apache-2.0
// What libstdc++ throws is caught.
#include <cassert>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>
int main() {
  int caught = 0;
  try {
    std::vector<int> empty;
    empty.at(3) = 1;
  } catch (const std::out_of_range&) {
    ++caught;
  }
  try {
    std::function<void()> none;
    none();
  } catch (const std::bad_function_call&) {
    ++caught;
  }
  try {
    std::string text("abc");
    text.erase(7);
  } catch (const std::logic_error&) {
    ++caught;
  }
  assert(caught == 3);
}
