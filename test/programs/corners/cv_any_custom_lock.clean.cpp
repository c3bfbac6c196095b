// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
#include <atomic>
struct Spin { std::atomic_flag f = ATOMIC_FLAG_INIT; void lock() { while (f.test_and_set(std::memory_order_acquire)) {} } void unlock() { f.clear(std::memory_order_release); } };
Spin s; std::condition_variable_any c; bool go;
int main(){
  std::thread t([]{ std::unique_lock l(s); c.wait(l, []{ return go; }); });
  { std::lock_guard l(s); go = true; } c.notify_one();
  t.join();
}
