// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <atomic>
std::atomic<bool> set{false};
int main(){
  std::promise<int> p; auto f = p.get_future();
  auto g = [&]{ if (!set) { set = true; p.set_value(1); } };
  std::thread a(g), b(g);
  a.join(); b.join();
  return f.get() - 1;
}
