// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
int shared;
int main(){
  std::barrier<> b(2);
  std::thread t([&]{ shared = 1; b.arrive_and_drop(); });
  b.arrive_and_wait();
  shared++;
  b.arrive_and_wait();
  shared++;
  t.join();
  return shared == 3 ? 0 : 1;
}
