// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <atomic>
#include <thread>
std::mutex m; std::condition_variable c; std::atomic<bool> ready{false};
int main(){
  std::thread t([]{ std::unique_lock l(m); c.wait(l, []{ return ready.load(); }); });
  ready = true;       // without the mutex
  c.notify_one();
  t.join();
}
