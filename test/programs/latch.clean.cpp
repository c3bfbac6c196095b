// SPDX-License-Identifier: Apache-2.0
// A latch opens when all have counted down.
#include <latch>
#include <thread>

std::latch latch(2);
int x[2], y[2];

int main() {
  std::thread first([] {
    x[0] = 1;
    latch.arrive_and_wait();
    y[0] = x[1];
  });
  std::thread second([] {
    x[1] = 1;
    latch.arrive_and_wait();
    y[1] = x[0];
  });
  first.join();
  second.join();
}
