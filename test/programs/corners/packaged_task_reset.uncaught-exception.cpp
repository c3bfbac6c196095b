// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <atomic>
int main(){
  std::packaged_task<int()> t([]{ return 4; });
  auto f = t.get_future();
  std::atomic<int> n{0};
  auto run = [&]{ int k = n.load(); n.store(k + 1); if (k == 0) t(); };
  std::thread a(run), b(run);
  a.join(); b.join();
  return f.get() - 4;
}
