// SPDX-License-Identifier: Apache-2.0
// More readers than a cell has room for, then a writer after the join.
#include <thread>
#include <vector>

int table[64];
long sums[12];

int main() {
  for (int round = 0; round < 3; round++) {
    for (int& entry : table) entry++;
    std::vector<std::thread> threads;
    for (int t = 0; t < 12; t++)
      threads.emplace_back([t] {
        for (int entry : table) sums[t] += entry;
      });
    for (auto& thread : threads) thread.join();
  }
  return sums[11] == 64 * 6 ? 0 : 9;
}
