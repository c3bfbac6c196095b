// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
int x;
int main(){
  std::thread a([]{ std::atomic_ref<int> r(x); r++; });
  int k = x;
  a.join();
  return k > 1;
}
