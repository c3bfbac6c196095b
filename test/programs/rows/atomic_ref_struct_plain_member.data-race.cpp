// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct alignas(8) P{int a,b;}; P p; int q;
int main(){ std::thread t([]{ std::atomic_ref<P> r(p); r.store(P{1,2}); }); q=p.b; t.join(); return q>2; }
