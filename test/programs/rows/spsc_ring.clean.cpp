// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
int buf[2]; std::atomic<unsigned> w{0},r{0};
int main(){ std::thread p([]{ for(int i=1;i<=3;i++){ unsigned k=w.load(std::memory_order_relaxed); while(k-r.load(std::memory_order_acquire)==2); buf[k%2]=i; w.store(k+1,std::memory_order_release);} });
 int s=0; for(int i=0;i<3;i++){ unsigned k=r.load(std::memory_order_relaxed); while(w.load(std::memory_order_acquire)==k); s=s*10+buf[k%2]; r.store(k+1,std::memory_order_release);} p.join(); return s!=123; }
