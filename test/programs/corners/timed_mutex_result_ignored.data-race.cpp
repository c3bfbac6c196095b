// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <chrono>
std::timed_mutex m; int x;
void f() { m.try_lock_for(std::chrono::seconds(5)); x++; }
int main(){
  std::thread a([]{ std::lock_guard l(m); x++; });
  if (m.try_lock_for(std::chrono::seconds(100))) { x++; m.unlock(); } else x--;
  a.join();
}
