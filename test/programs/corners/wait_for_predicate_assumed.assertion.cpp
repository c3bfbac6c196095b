// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
#include <cassert>
std::mutex m; std::condition_variable c; bool ready;
int main(){
  std::thread t([]{ { std::lock_guard l(m); ready = true; } c.notify_all(); });
  std::unique_lock l(m);
  bool ok = c.wait_for(l, std::chrono::seconds(60), []{ return ready; });
  assert(ok);
  l.unlock(); t.join();
}
