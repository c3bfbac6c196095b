// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
int x;
int main(){ x=1; { std::jthread a([]{ std::atomic_ref r(x); r++; }), b([]{ std::atomic_ref r(x); r.fetch_add(1,std::memory_order_relaxed); }); } x++; return x-4; }
