// SPDX-License-Identifier: Apache-2.0
// wrong: notify before clear -> lost wake up
#include <atomic>
#include <thread>
std::atomic_flag f;int n;
void g(){while(f.test_and_set(std::memory_order_acquire))f.wait(true,std::memory_order_relaxed);n++;f.notify_one();f.clear(std::memory_order_release);}
int main(){std::thread a(g),b(g);a.join();b.join();return n!=2;}
