// SPDX-License-Identifier: Apache-2.0
// Several timed waits: each may be in time or not.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
using namespace std::chrono_literals;
std::mutex m; std::condition_variable c; int stage;
int main() {
  std::thread t([] { for (int i = 1; i <= 3; ++i) { std::lock_guard l(m); stage = i; c.notify_one(); } });
  { std::unique_lock l(m);
  for (int i = 1; i <= 3; ++i) c.wait_for(l, 1s, [&] { return stage >= i; }); }
  t.join();
  assert(stage == 3);
}
