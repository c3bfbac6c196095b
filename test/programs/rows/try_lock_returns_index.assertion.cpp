// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <cassert>
std::mutex a,b;
int main(){ std::thread t([]{ std::lock_guard g(b); }); int r=std::try_lock(a,b); assert(r!=1); if(r<0){ a.unlock(); b.unlock(); } t.join(); }
