// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct Q { std::atomic<Q*> next{nullptr}; std::atomic<bool> wait{false}; };
std::atomic<Q*> tail{nullptr}; int x;
void f() { Q q; Q* p = tail.exchange(&q);
  if (p) { p->next = &q; q.wait = true; while (q.wait) {} }   // flag set after linking: the hand-over is lost
  x++;
  Q* n = q.next;
  if (!n) { Q* e = &q; if (tail.compare_exchange_strong(e, nullptr)) return; while (!(n = q.next)) {} }
  n->wait = false; }
int main(){ std::thread a(f), b(f); a.join(); b.join(); return x - 2; }
