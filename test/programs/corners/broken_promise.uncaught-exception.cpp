// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <atomic>
std::atomic<bool> cancel{false};
int main(){
  std::promise<int> p; auto f = p.get_future();
  std::thread t([p = std::move(p)]() mutable { if (!cancel) p.set_value(1); });
  std::thread u([]{ cancel = true; });
  int r = f.get();
  t.join(); u.join();
  return r - 1;
}
