// SPDX-License-Identifier: Apache-2.0
// The same, and one of the readers writes.
// expect-variable: table[13]
#include <thread>
#include <vector>

int table[64];
long sums[12];

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 12; t++)
    threads.emplace_back([t] {
      for (int entry : table) sums[t] += entry;
      if (t == 7) table[13] = 1;
    });
  for (auto& thread : threads) thread.join();
}
