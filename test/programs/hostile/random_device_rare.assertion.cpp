// SPDX-License-Identifier: Apache-2.0
// Wrong for one of 256 values.
#include <cassert>
#include <random>
#include <thread>
int main() {
  std::thread([] { assert(std::random_device()() % 256 != 77); }).join();
  return 0;
}
