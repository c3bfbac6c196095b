// SPDX-License-Identifier: Apache-2.0
// std::barrier over several rounds, with a completion function.
#include <barrier>
#include <thread>

int x[2], rounds;
auto on_completion = []() noexcept { rounds++; };
std::barrier barrier(2, on_completion);

int main() {
  std::thread first([] {
    for (int i = 0; i < 10; i++) {
      x[i % 2]++;
      barrier.arrive_and_wait();
    }
  });
  std::thread second([] {
    for (int i = 0; i < 10; i++) {
      x[1 - i % 2]++;
      barrier.arrive_and_wait();
    }
  });
  first.join();
  second.join();
}
