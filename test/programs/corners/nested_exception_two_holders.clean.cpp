// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
#include <mutex>
#include <cassert>
struct E { int v; ~E() { v = 0; } };
std::exception_ptr shared; std::mutex m;
int use() { std::exception_ptr e; { std::lock_guard l(m); e = shared; } try { std::rethrow_exception(e); } catch (E const& x) { return x.v; } }
int main(){
  shared = std::make_exception_ptr(E{5});
  std::thread t([]{ assert(use() == 5); }), u([]{ std::lock_guard l(m); });
  assert(use() == 5);
  { std::exception_ptr e; std::lock_guard l(m); std::swap(e, shared); shared = e; }
  t.join(); u.join();
  shared = nullptr;
}
