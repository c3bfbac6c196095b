// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
std::mutex m; bool done; 
int main(){
  auto c = new std::condition_variable; bool in = false;
  std::thread t([&, c]{ std::unique_lock l(m); in = true; while (!done) c->wait(l); });
  for (;;) { std::unique_lock l(m); if (in) { done = true; c->notify_all(); delete c; break; } l.unlock(); std::this_thread::yield(); }
  t.join();
}
