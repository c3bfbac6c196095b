// SPDX-License-Identifier: Apache-2.0
// right: atomic_flag spin with test_and_set/wait
#include <atomic>
#include <thread>
std::atomic_flag f;int n;
void g(){while(f.test_and_set(std::memory_order_acquire))f.wait(true,std::memory_order_relaxed);n++;f.clear(std::memory_order_release);f.notify_one();}
int main(){std::thread a(g),b(g);a.join();b.join();return n!=2;}
