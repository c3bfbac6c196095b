// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> go{0};
int main(){
  std::thread a([]{go.wait(0);}), b([]{go.wait(0);});
  go.store(1); go.notify_one();
  a.join(); b.join();
}
