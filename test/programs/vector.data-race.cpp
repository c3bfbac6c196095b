// SPDX-License-Identifier: Apache-2.0
// push_back from two threads.
#include <thread>
#include <vector>

std::vector<int> v(10, 1);
int sum;

int main() {
  std::thread first([] { v[3] = 5; });
  std::thread second([] {
    for (int i : v) sum += i;
  });
  first.join();
  second.join();
}
