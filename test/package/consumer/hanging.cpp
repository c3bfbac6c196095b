// SPDX-License-Identifier: Apache-2.0
// Waits for a notification that never comes.
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable never;
  std::thread waiter([&] {
    std::unique_lock hold(mutex);
    never.wait(hold, [] { return false; });
  });
  waiter.join();
}
