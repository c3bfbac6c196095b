// SPDX-License-Identifier: Apache-2.0
// One shared_ptr object assigned by two threads.
#include <memory>
#include <thread>

std::shared_ptr<int> p = std::make_shared<int>(1);

int main() {
  std::thread first([] { p = std::make_shared<int>(2); });
  std::thread second([] { p = std::make_shared<int>(3); });
  first.join();
  second.join();
}
