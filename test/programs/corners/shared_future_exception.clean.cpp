// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <stdexcept>
#include <cassert>
int main(){
  std::promise<int> p; std::shared_future<int> f = p.get_future().share();
  auto g = [](std::shared_future<int> f){ try { f.get(); } catch (std::runtime_error const& e) { assert(e.what()[0] == 'b'); } };
  std::thread a(g, f), b(g, std::move(f));
  p.set_exception(std::make_exception_ptr(std::runtime_error("bad")));
  a.join(); b.join();
}
