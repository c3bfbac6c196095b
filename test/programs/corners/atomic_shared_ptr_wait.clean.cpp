// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>
#include <thread>
#include <cassert>
struct N { std::atomic<int> r{0}; };
std::atomic<int> turn{0}; std::shared_ptr<int> p;
int main(){
  std::thread t([]{ turn.wait(0); assert(*p == 3); });
  p = std::make_shared<int>(3); turn = 1; turn.notify_all();
  t.join();
}
