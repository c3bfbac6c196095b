// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
thread_local int t; std::atomic<int*> p;
int main(){ std::thread a([]{ p=&t; t=1; while(p.load()); }); int*q; while(!(q=p.load())); *q=2; p=nullptr; a.join(); }
