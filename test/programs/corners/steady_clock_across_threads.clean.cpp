// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <cassert>
std::mutex m; std::chrono::steady_clock::time_point last;
void stamp() { std::lock_guard l(m); auto n = std::chrono::steady_clock::now(); assert(n >= last); last = n; }
int main(){
  std::thread t([]{ std::this_thread::sleep_for(std::chrono::seconds(1)); stamp(); });
  stamp(); stamp();
  t.join();
}
