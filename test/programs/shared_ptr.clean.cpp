// SPDX-License-Identifier: Apache-2.0
// Reference counts are atomic, the last owner destroys in order.
#include <memory>
#include <thread>

std::shared_ptr<int> p = std::make_shared<int>(1);
int y[2];

int main() {
  std::thread first([] {
    auto mine = p;
    y[0] = *mine;
  });
  std::thread second([] {
    auto mine = p;
    y[1] = *mine;
  });
  first.join();
  second.join();
}
