// SPDX-License-Identifier: Apache-2.0
// The copy of an exception shares its text.
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  auto first = std::make_unique<std::runtime_error>("a text that is longer than a short one");
  std::thread t([copy = *first] { return std::string(copy.what()).size(); });
  first.reset();
  t.join();
}
