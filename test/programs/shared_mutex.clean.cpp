// SPDX-License-Identifier: Apache-2.0
// Readers and a writer.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int x, y;

int main() {
  std::thread first([] {
    std::shared_lock guard(m);
    y = x;
  });
  std::thread second([] {
    std::unique_lock guard(m);
    x++;
  });
  first.join();
  second.join();
}
