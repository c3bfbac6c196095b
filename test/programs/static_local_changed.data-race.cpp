// SPDX-License-Identifier: Apache-2.0
// Its initialisation is ordered, later writes are not.
#include <thread>

int& counter() {
  static int value = 0;
  return value;
}

int main() {
  std::thread first([] { counter()++; });
  std::thread second([] { counter()++; });
  first.join();
  second.join();
}
