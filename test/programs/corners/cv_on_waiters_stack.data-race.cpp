// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
struct Event { std::mutex m; std::condition_variable c; bool done = false; };
int main(){
  std::thread t;
  {
    auto e = new Event;
    t = std::thread([e]{ { std::lock_guard l(e->m); e->done = true; } e->c.notify_one(); });
    { std::unique_lock l(e->m); e->c.wait(l, [&]{ return e->done; }); }
    delete e;
  }
  t.join();
}
