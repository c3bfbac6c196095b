// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct N{int v;N*n;}; std::atomic<N*> h; 
// b's push is relaxed-failing/acq_rel; the exchange continues the release sequence
N x{1,nullptr},y{2,nullptr};
void push(N*n){ n->n=h.load(std::memory_order_relaxed); while(!h.compare_exchange_strong(n->n,n,std::memory_order_release,std::memory_order_relaxed)); }
int main(){ int s=0; std::thread a(push,&x),b(push,&y); 
 N*p=h.load(std::memory_order_acquire); while(p){ s+=p->v; p=p->n; } a.join(); b.join(); return s>3; }
