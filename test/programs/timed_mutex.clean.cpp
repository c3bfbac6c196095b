// SPDX-License-Identifier: Apache-2.0
// std::timed_mutex.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex m;
int x;

int main() {
  std::thread first([] {
    while (!m.try_lock_for(std::chrono::seconds(20))) {
    }
    x++;
    m.unlock();
  });
  std::thread second([] {
    std::lock_guard guard(m);
    x++;
  });
  first.join();
  second.join();
}
