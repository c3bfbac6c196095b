// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <cassert>
std::atomic<int> n{0};
int main(){
  std::thread a([]{ int e = 0; bool ok = n.compare_exchange_weak(e, 1); assert(ok); });
  a.join();
}
