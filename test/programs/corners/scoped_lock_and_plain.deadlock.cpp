// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m, n, o; int x;
int main(){
  std::thread a([]{ std::scoped_lock l(m, n); std::lock_guard k(o); x++; });
  { std::lock_guard k(o); std::lock_guard l(n); x++; }
  a.join();
  return x - 2;
}
