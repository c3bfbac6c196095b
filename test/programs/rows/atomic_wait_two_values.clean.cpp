// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> a{0}; int x;
int main(){ std::thread t([]{ x=1; a.store(1,std::memory_order_release); a.notify_all(); a.wait(1,std::memory_order_acquire); x++; }); a.wait(0,std::memory_order_acquire); x++; a.store(2,std::memory_order_release); a.notify_one(); t.join(); return x-3; }
