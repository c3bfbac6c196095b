// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex a,b; int x;
void f(){ std::lock(a,b); std::lock_guard g(a,std::adopt_lock); x++; b.unlock(); }
void g2(){ if(std::try_lock(a,b)==-1){ x++; a.unlock(); if(x<2) b.unlock(); } }
int main(){ std::thread t(f),u(g2); t.join(); u.join(); std::lock_guard l(b); }
