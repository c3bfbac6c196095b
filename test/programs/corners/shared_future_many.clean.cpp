// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <cassert>
int x;
int main(){
  std::promise<void> p; std::shared_future<void> f = p.get_future().share();
  std::thread a([&f]{ f.get(); assert(x == 1); }), b([f]{ f.wait(); assert(x == 1); });
  x = 1; p.set_value();
  a.join(); b.join();
}
