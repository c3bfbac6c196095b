// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <chrono>
std::timed_mutex m, n; int x;
int main(){
  std::thread a([]{ std::lock_guard l(m); if (n.try_lock_for(std::chrono::milliseconds(10))) { x++; n.unlock(); } });
  { std::lock_guard l(n); if (m.try_lock_for(std::chrono::milliseconds(10))) { x++; m.unlock(); } }
  a.join();
}
