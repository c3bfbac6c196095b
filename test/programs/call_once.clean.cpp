// SPDX-License-Identifier: Apache-2.0
// std::call_once.
#include <mutex>
#include <thread>

std::once_flag flag;
int x, y[2];

int main() {
  std::thread first([] {
    std::call_once(flag, [] { x = 7; });
    y[0] = x;
  });
  std::thread second([] {
    std::call_once(flag, [] { x = 7; });
    y[1] = x;
  });
  first.join();
  second.join();
}
