// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <cassert>
#include <mutex>
int total; std::mutex m;
struct Counter { int n = 0; ~Counter() { std::lock_guard l(m); total += n; } };
thread_local Counter c;
int main(){
  std::thread a([]{ c.n++; }), b([]{ c.n += 2; });
  a.join(); b.join();
  assert(total == 3);
}
