// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct N{int v;N*n;}; std::atomic<N*> h;
void push(int v){ N*n=new N{v,h.load(std::memory_order_relaxed)}; while(!h.compare_exchange_weak(n->n,n,std::memory_order_release,std::memory_order_relaxed)); }
int main(){ std::thread a(push,1),b(push,2),c(push,3); a.join();b.join();c.join(); int s=0; for(N*p=h;p;){N*q=p->n; s+=p->v; delete p; p=q;} return s-6; }
