// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
int x;
int main(){
  std::latch l(1);
  std::thread a([&]{ l.count_down(); x = 1; });
  while (!l.try_wait()) std::this_thread::yield();
  x = 2;
  a.join();
}
