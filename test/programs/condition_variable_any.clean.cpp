// SPDX-License-Identifier: Apache-2.0
// condition_variable_any with a shared lock.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex m;
std::condition_variable_any c;
bool ready;
int x, y;

int main() {
  std::thread first([] {
    std::shared_lock lock(m);
    c.wait(lock, [] { return ready; });
    y = x;
  });
  std::thread second([] {
    {
      std::lock_guard guard(m);
      x = 1;
      ready = true;
    }
    c.notify_all();
  });
  first.join();
  second.join();
}
