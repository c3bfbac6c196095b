// SPDX-License-Identifier: Apache-2.0
// std::recursive_mutex.
#include <mutex>
#include <thread>

std::recursive_mutex m;
int x;

int main() {
  std::thread first([] {
    std::lock_guard outer(m);
    { std::lock_guard inner(m); }
    x++;
  });
  std::thread second([] {
    std::lock_guard guard(m);
    x++;
  });
  first.join();
  second.join();
}
