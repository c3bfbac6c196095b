// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <cassert>
struct T { int* p; ~T() { if (p) *p = 9; } };
thread_local T t;
int main(){
  std::promise<int> pr; auto fu = pr.get_future(); int x = 0;
  std::thread th([&x, p = std::move(pr)]() mutable { t.p = &x; p.set_value_at_thread_exit(1); });
  th.detach();
  int v = fu.get();
  assert(v == 1 && x == 9);
}
