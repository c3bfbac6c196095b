// SPDX-License-Identifier: Apache-2.0
// A timed wait wakes up without a reason, like one that is not timed: no timeout does not mean that it was notified.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool ready;

int main() {
  std::jthread notifier([] {
    const std::lock_guard guard(mutex);
    ready = true;
    condition.notify_one();
  });
  std::unique_lock lock(mutex);
  if (!ready && condition.wait_for(lock, std::chrono::hours(1)) == std::cv_status::no_timeout) assert(ready);
}
