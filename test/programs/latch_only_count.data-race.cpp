// SPDX-License-Identifier: Apache-2.0
// Counting down does not wait.
// expect-variable: x
#include <latch>
#include <thread>

std::latch latch(2);
int x[2], y;

int main() {
  std::thread first([] {
    x[0] = 1;
    latch.count_down();
  });
  std::thread second([] {
    x[1] = 1;
    latch.count_down();
    y = x[0];
  });
  first.join();
  second.join();
}
