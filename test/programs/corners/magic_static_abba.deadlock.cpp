// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m;
struct P { int v; P() { std::lock_guard l(m); v = 1; } };
P& p() { static P x; return x; }
int main(){
  std::thread t([]{ p(); });                          // guard, then m
  std::thread u([]{ std::lock_guard l(m); /* only if already made: */ static bool again = false; if (!again) { again = true; } });
  u.join();
  std::thread v([]{ { std::lock_guard l(m); } std::unique_lock l(m, std::try_to_lock); if (l) { l.unlock(); p(); } });
  { std::lock_guard l(m); }
  t.join(); v.join();
  // the real thing, with another static
  struct Q { int v; Q() { std::lock_guard l(m); v = 2; } };
  static auto q = []() -> Q& { static Q x; return x; };
  std::thread a([]{ q(); }), b([]{ std::lock_guard l(m); q(); });   // b alone would lock m twice; a may hold the guard
  a.join(); b.join();
}
