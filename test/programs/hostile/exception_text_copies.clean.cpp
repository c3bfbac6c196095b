// SPDX-License-Identifier: Apache-2.0
// Copies share the text, and whoever is the last frees it, behind everybody's use.
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

int main() {
  auto* first = new std::runtime_error("a text that is long enough");
  auto* second = new std::runtime_error(*first);
  std::system_error third(std::make_error_code(std::errc::io_error), "while doing something");
  std::thread a([&] {
    volatile char byte = first->what()[0];
    (void)byte;
    delete first;
    std::system_error copy(third);
    byte = copy.what()[0];
  });
  volatile char byte = second->what()[1];
  (void)byte;
  std::logic_error changed("one"), other("two");
  changed = other;
  delete second;
  a.join();
}
