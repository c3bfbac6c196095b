// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct S{ char c; short s; }; std::atomic<S> a{S{1,2}};
int main(){ std::thread t([]{ S e=a.load(); while(!a.compare_exchange_weak(e,S{char(e.c+1),e.s})); }); S e=a.load(); while(!a.compare_exchange_weak(e,S{e.c,short(e.s+1)})); t.join(); S r=a; return r.c+r.s-5; }
