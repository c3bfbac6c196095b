// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <mutex>
#include <thread>
std::shared_mutex m; std::mutex n; int x;
void f(){ std::shared_lock l(m); std::lock_guard g(n); if(x==0){ l.unlock(); std::unique_lock u(m); x++; } }
void h(){ std::unique_lock u(m); std::lock_guard g(n); x++; }
int main(){ std::jthread a(f),b(h); }
