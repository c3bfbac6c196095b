// SPDX-License-Identifier: Apache-2.0
// Two readers that write.
// expect-variable: x
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
int x;

int main() {
  std::thread first([] {
    std::shared_lock guard(m);
    x++;
  });
  std::thread second([] {
    std::shared_lock guard(m);
    x++;
  });
  first.join();
  second.join();
}
