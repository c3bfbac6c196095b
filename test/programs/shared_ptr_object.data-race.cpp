// SPDX-License-Identifier: Apache-2.0
// The count is atomic, the object is not. Both copies exist before either thread does: a copy made between the
// two starts would synchronise through the count with a first thread that has already gone, and order the two.
#include <memory>
#include <thread>
#include <utility>

int main() {
  auto p = std::make_shared<int>(1);
  auto copy = p;
  std::thread first([mine = std::move(p)] { ++*mine; });
  std::thread second([mine = std::move(copy)] { ++*mine; });
  first.join();
  second.join();
}
