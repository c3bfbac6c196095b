// SPDX-License-Identifier: Apache-2.0
// A lambda captures by reference.
#include <thread>

int main() {
  int x = 0;
  std::thread a([&] { x++; });
  x++;
  a.join();
}
