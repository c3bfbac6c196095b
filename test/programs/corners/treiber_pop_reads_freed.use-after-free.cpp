// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct N { N* next; }; std::atomic<N*> head{nullptr};
void push(N* n) { n->next = head.load(); while (!head.compare_exchange_weak(n->next, n)) {} }
void pop() { N* h = head.load(); while (h && !head.compare_exchange_strong(h, h->next)) {} delete h; }
int main(){ push(new N); push(new N); std::thread t(pop); pop(); t.join(); }
