// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
std::atomic<unsigned> seq{0}; std::atomic<int> a{0}, b{0};
int main(){
  std::thread w([]{ seq.store(1, std::memory_order_relaxed); std::atomic_thread_fence(std::memory_order_release); a.store(1, std::memory_order_relaxed); b.store(1, std::memory_order_relaxed); seq.store(2, std::memory_order_release); });
  for (;;) { unsigned s = seq.load(std::memory_order_acquire); int x = a.load(std::memory_order_relaxed), y = b.load(std::memory_order_relaxed); std::atomic_thread_fence(std::memory_order_acquire); if (!(s & 1) && seq.load(std::memory_order_relaxed) == s) { assert(x == y); break; } }
  w.join();
}
