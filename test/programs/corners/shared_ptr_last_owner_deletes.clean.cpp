// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <thread>
struct S { int v = 0; ~S() { if (v != 1 && v != 2) __builtin_trap(); } };
int main(){
  auto p = std::make_shared<S>();
  std::weak_ptr<S> w = p;
  std::thread t([q = p]() mutable { q->v = 1; q.reset(); });
  std::thread u([w]{ if (auto s = w.lock()) { (void)s; } });
  p.reset();
  t.join(); u.join();
}
