// SPDX-License-Identifier: Apache-2.0
// It may not leave a function that promises so.
#include <thread>
void leaf() { throw 1; }
void promises() noexcept { leaf(); }
int main() {
  std::thread other([] {
    try {
      promises();
    } catch (int) {
    }
  });
  other.join();
}
