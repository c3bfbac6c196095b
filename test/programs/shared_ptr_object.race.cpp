// SPDX-License-Identifier: Apache-2.0
// The count is atomic, the object is not.
#include <memory>
#include <thread>

std::shared_ptr<int> p = std::make_shared<int>(1);

int main() {
  std::thread first([] {
  auto mine = p;
    ++*mine;
  });
  std::thread second([] {
  auto mine = p;
    ++*mine;
  });
  first.join();
  second.join();
}
