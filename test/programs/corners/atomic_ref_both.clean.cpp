// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
int x[2];
int main(){
  std::thread a([]{ std::atomic_ref<int> r(x[0]); r++; x[1]++; });
  std::atomic_ref<int>(x[0]).fetch_add(1);
  a.join();
  return x[0] + x[1] - 3;
}
