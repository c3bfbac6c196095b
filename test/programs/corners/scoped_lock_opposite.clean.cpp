// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m, n; int x;
int main(){
  std::thread a([]{ std::scoped_lock l(m, n); x++; });
  { std::scoped_lock l(n, m); x++; }
  a.join();
  return x - 2;
}
