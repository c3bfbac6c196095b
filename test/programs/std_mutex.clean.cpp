// SPDX-License-Identifier: Apache-2.0
// lock_guard, unique_lock and scoped_lock on one mutex.
#include <mutex>
#include <thread>

std::mutex m;
int x;

int main() {
  std::thread first([] {
    {
      std::lock_guard guard(m);
      x++;
    }
    std::unique_lock later(m, std::defer_lock);
    later.lock();
    x++;
  });
  std::thread second([] {
    std::scoped_lock guard(m);
    x++;
  });
  first.join();
  second.join();
}
