// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct Q { std::atomic<Q*> next{nullptr}; std::atomic<bool> wait{false}; };
std::atomic<Q*> tail{nullptr}; int x;
void f() { Q q; Q* p = tail.exchange(&q, std::memory_order_acq_rel);
  if (p) { q.wait.store(true, std::memory_order_relaxed); p->next.store(&q, std::memory_order_release); while (q.wait.load(std::memory_order_acquire)) {} }
  x++;
  Q* n = q.next.load(std::memory_order_acquire);
  if (!n) { Q* e = &q; if (tail.compare_exchange_strong(e, nullptr, std::memory_order_acq_rel)) return; while (!(n = q.next.load(std::memory_order_acquire))) {} }
  n->wait.store(false, std::memory_order_release); }
int main(){ std::thread a(f), b(f); a.join(); b.join(); return x - 2; }
