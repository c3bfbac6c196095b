// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <deque>
#include <mutex>
#include <condition_variable>
std::deque<std::packaged_task<int()>> q; std::mutex m; std::condition_variable c;
int main(){
  std::thread w([]{ std::unique_lock l(m); c.wait(l, []{ return !q.empty(); }); auto t = std::move(q.front()); q.pop_front(); l.unlock(); t(); });
  std::packaged_task<int()> t([]{ return 6; }); auto f = t.get_future();
  { std::lock_guard l(m); q.push_back(std::move(t)); } c.notify_one();
  int r = f.get(); w.join(); return r - 6;
}
