// SPDX-License-Identifier: Apache-2.0
// Or it is not.
#include <array>
#include <thread>
int place = 5;
int main() {
  std::array<int, 3> three{};
  std::thread other([&] { three.at(place) = 1; });
  other.join();
}
