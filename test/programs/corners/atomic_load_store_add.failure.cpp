// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<double> d{0};
int main(){
  std::thread a([]{ d = d + 1.5; });
  d = d + 2.5;
  a.join();
  return d == 4.0 ? 0 : 1;
}
