// SPDX-License-Identifier: Apache-2.0
// The count is atomic, the object is not.
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(1);
  std::thread first([mine = p] { ++*mine; });
  std::thread second([mine = p] { ++*mine; });
  first.join();
  second.join();
}
