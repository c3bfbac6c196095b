// SPDX-License-Identifier: Apache-2.0
// One copy is kept until its owner is done; but the other thread reads the text by the copy that is gone, and frees last.
#include <stdexcept>
#include <thread>

int main() {
  auto* first = new std::runtime_error("a text that is long enough");
  const char* text = first->what();
  std::thread a([copy = new std::runtime_error(*first)] { delete copy; });
  delete first;
  volatile char byte = text[0];
  (void)byte;
  a.join();
}
