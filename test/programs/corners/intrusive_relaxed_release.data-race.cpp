// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct N { std::atomic<int> refs{2}; int v = 0; };
void drop(N* n) { if (n->refs.fetch_sub(1, std::memory_order_relaxed) == 1) delete n; }
int main(){ N* n = new N; std::thread t([n]{ n->v = 1; drop(n); }); drop(n); t.join(); }
