// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
#include <cassert>
std::atomic<int> n{0};
struct S { int v; S() : v(1) { if (n++ == 0) throw 3; } };
int use() { try { static S s; return s.v; } catch (int) { return 0; } }
int main(){
  int r = 0, q = 0;
  std::thread a([&]{ r = use(); }), b([&]{ q = use(); });
  a.join(); b.join();
  assert(r + q == 1 && n == 2);
}
