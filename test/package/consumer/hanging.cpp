// SPDX-License-Identifier: Apache-2.0
// Waits for a notification that never comes, although a thread is left that could give it.
#include <chrono>
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
  std::thread([] {
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }).detach();
  waiter.join();
}
