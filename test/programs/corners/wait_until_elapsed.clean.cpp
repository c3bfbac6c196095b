// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
#include <cassert>
std::mutex m; std::condition_variable c; bool ready;
int main(){
  std::thread t([]{ { std::lock_guard l(m); ready = true; } c.notify_all(); });
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
  { std::unique_lock l(m);
  if (!c.wait_until(l, end, []{ return ready; })) assert(std::chrono::steady_clock::now() >= end); }
  t.join();
}
