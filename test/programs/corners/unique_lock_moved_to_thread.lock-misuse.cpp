// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m;
int main(){
  std::unique_lock<std::mutex> l(m);
  std::thread t([k = std::move(l)]() mutable { k.unlock(); });
  t.join();
}
