// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic_flag f; int x;
void g(){ while(f.test_and_set(std::memory_order_acquire)) f.wait(true,std::memory_order_relaxed); x++; f.clear(std::memory_order_relaxed); f.notify_one(); }
int main(){ std::thread a(g),b(g); a.join(); b.join(); return x-2; }
