// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <thread>
#include <deque>
#include <cassert>
std::mutex m; std::condition_variable_any c; std::deque<int> q; int got;
int main(){
  {
    std::jthread t([](std::stop_token st){
      std::unique_lock l(m);
      while (c.wait(l, st, []{ return !q.empty(); })) { got += q.front(); q.pop_front(); }
    });
    { std::lock_guard l(m); q.push_back(4); } c.notify_one();
  }
  assert(got == 4 || got == 0);
}
