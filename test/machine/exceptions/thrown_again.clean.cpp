// SPDX-License-Identifier: Apache-2.0
// Handlers nest; each rethrow goes to the next one out, and destructors run in between.
#include <cassert>
#include <string>
#include <thread>
std::string order;
struct Says {
  char what;
  ~Says() { order += what; }
};
void inner() {
  const Says a{'a'};
  try {
    const Says b{'b'};
    throw std::string("text");
  } catch (std::string& text) {
    const Says c{'c'};
    text += "!";
    throw;
  }
}
int main() {
  std::thread other([] {
    try {
      try {
        inner();
      } catch (...) {
        order += 'd';
        throw;
      }
    } catch (const std::string& text) {
      assert(text == "text!");
    }
  });
  other.join();
  assert(order == "bcad");
}
