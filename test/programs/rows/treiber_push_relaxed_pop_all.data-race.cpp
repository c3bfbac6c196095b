// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct N{int v;N*n;}; std::atomic<N*> h; int s;
void push(int v){ N*n=new N{v,h.load(std::memory_order_relaxed)}; while(!h.compare_exchange_weak(n->n,n,std::memory_order_relaxed)); }
void popall(){ N*p=h.exchange(nullptr,std::memory_order_acquire); while(p){ s+=p->v; p=p->n; } }
int main(){ std::thread a(push,1),c(popall); a.join();c.join(); return 0; }
