// SPDX-License-Identifier: Apache-2.0
// scoped_lock takes several without a deadlock.
#include <mutex>
#include <thread>

std::mutex m, n;
int x;

int main() {
  std::thread first([] {
    std::scoped_lock guard(m, n);
    x++;
  });
  std::thread second([] {
    std::scoped_lock guard(n, m);
    x++;
  });
  first.join();
  second.join();
}
