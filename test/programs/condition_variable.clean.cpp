// SPDX-License-Identifier: Apache-2.0
// The usual wait with a predicate.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable c;
bool ready;
int x;

int main() {
  std::thread first([] {
    std::unique_lock lock(m);
    c.wait(lock, [] { return ready; });
    x++;
  });
  std::thread second([] {
    {
      std::lock_guard guard(m);
      x = 1;
      ready = true;
    }
    c.notify_one();
  });
  first.join();
  second.join();
}
