// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::recursive_mutex m; std::condition_variable_any c; bool ready;
void wait() { std::unique_lock l(m); while (!ready) c.wait(l); }
int main(){
  std::thread t([]{ std::lock_guard g(m); wait(); });
  { std::lock_guard g(m); ready = true; }
  c.notify_all();
  t.join();
}
