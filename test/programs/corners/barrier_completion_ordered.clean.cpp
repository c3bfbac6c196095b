// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
#include <cassert>
int x, y[2];
int main(){
  auto done = []() noexcept { x += y[0] + y[1]; };
  std::barrier b(2, done);
  auto work = [&](int i){ for (int r = 1; r <= 2; r++) { y[i] = r; b.arrive_and_wait(); assert(x >= 2*r); b.arrive_and_wait(); } };
  std::thread t(work, 1);
  work(0);
  t.join();
  assert(x == 2+2+4+4);
}
