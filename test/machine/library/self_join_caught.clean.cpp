// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>
std::thread thread;
std::mutex mutex;
bool caught = false;
int main() {
  {
    const std::lock_guard<std::mutex> guard(mutex);
    thread = std::thread([] {
      const std::lock_guard<std::mutex> inner(mutex);
      try {
        thread.join();
      } catch (const std::system_error& error) {
        caught = error.code() == std::errc::resource_deadlock_would_occur;
      }
    });
  }
  thread.join();
  assert(caught);
}
