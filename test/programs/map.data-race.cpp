// SPDX-License-Identifier: Apache-2.0
// A map changed and searched at the same time.
#include <map>
#include <thread>

std::map<int, int> m{{1, 1}, {2, 2}, {3, 3}};
volatile int sink;

int main() {
  std::thread first([] { m[2] = 7; });
  std::thread second([] { sink = m.find(2)->second; });
  first.join();
  second.join();
}
