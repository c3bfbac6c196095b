// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> v{0};
std::atomic<bool> seen{false};
int main(){
  // the waiter may sleep through 0->1->0
  std::thread a([]{ v.wait(0); seen = true; });
  v.store(1); v.notify_all();
  v.store(0); v.notify_all();
  a.join();
}
